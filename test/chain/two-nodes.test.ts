/** Two nodes that are linked over HTTP. */
import { testLine } from './line-tests.js'

testLine(['http'])
