/** The thread in which PGlite runs: if it ever hangs or dies, the node only loses this thread. */
import { parentPort, workerData } from 'node:worker_threads'
import { messages } from '@electric-sql/pglite'
import { type DataFolder, openData } from './embedded-data.js'
import type { Asked, Told } from './embedded-session.js'
import { PgliteSession } from './pglite-session.js'

const port = parentPort
if (!port) throw new Error('this file is run as a thread')
const tell = (told: Told) => port.postMessage(told)

try {
  const db = await openData(workerData as DataFolder)
  const session = new PgliteSession(db)
  db.onNotification((channel, said) => {
    // As node-postgres has it, too.
    tell({ kind: 'notified', told: new messages.NotificationResponseMessage(0, 0, channel, said) })
  })
  /** Ends when what was asked last has been answered. */
  let last = Promise.resolve()

  const answer = async (asked: Asked) => {
    if (asked.kind === 'close') {
      await db.close()
      tell({ kind: 'closed' })
      port.close()
      return
    }
    try {
      tell({ kind: 'answered', result: await session.query(asked.text, asked.values) })
    } catch (error) {
      // Not what it carries besides: the values of the statement among it.
      const { message, code, detail } = error as Error & { code?: string; detail?: string }
      tell({ kind: 'refused', message, code, detail })
    }
  }
  port.on('message', (asked: Asked) => {
    last = last.then(() => answer(asked))
  })
  tell({ kind: 'opened' })
} catch (error) {
  tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  port.close()
}
