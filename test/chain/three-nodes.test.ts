/** Three nodes, of which the one in the middle is reached by mail and sends on over HTTP. */
import { testLine } from './line-tests.js'

testLine(['mail', 'http'])
