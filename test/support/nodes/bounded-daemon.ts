/** The program of a daemon with other bounds: `waybill serve`, behind an argument that has them in JSON. */
import { serveCommand } from '../../../src/cli/node/serve.js'
import { rebindTo } from './bounds.js'

const [others = '{}', ...args] = process.argv.slice(2)
await serveCommand(rebindTo(JSON.parse(others))).parseAsync(args, { from: 'user' })
