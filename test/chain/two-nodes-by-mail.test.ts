/** Two nodes that are linked by mail. */
import { testLine } from './line-tests.js'

testLine(['mail'])
