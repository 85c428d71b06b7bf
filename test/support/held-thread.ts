/** The thread beside an event loop, which says by a file that it has begun. */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

await import('../../src/operate/event-loop/thread.js')
writeFileSync(join(tmpdir(), `waybill-held-${process.pid}`), '')
