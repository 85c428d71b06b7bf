/** Five nodes, linked over HTTP and by mail in turns. */
import { testLine } from './line-tests.js'

testLine(['http', 'mail', 'mail', 'http'])
