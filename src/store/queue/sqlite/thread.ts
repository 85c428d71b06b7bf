/** The thread that has the file: gathers what arrives while a commit runs, and runs it with the next. */
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { transferListOf } from '../../../base/channel.js'
import { ExitLock } from '../../sqlite/exit-lock.js'
import type { WithExitLock } from '../../sqlite/thread.js'
import { failureOf } from './failures.js'
import { closeStore } from './open.js'
import { type OpenedStore, Opening } from './opening.js'
import type { OpenOptions } from './options.js'
import { ALONE, type Request, type ThreadReport } from './requests.js'

/** Requests, and bytes of their jobs, in one transaction: no commit takes long. */
const MAX_REQUESTS = 500
const MAX_BYTES = 8 * 1024 ** 2

const port = ofThread()

const report = (report: ThreadReport) => {
  const contents = (report.taken ?? []).map(({ content }) => content)
  const values = (report.replies ?? []).flatMap((reply) => ('value' in reply ? [reply.value] : []))
  port.postMessage(report, transferListOf([...contents, ...values.filter(isBytes)]))
}

/** Pieces of attachments, and their buffers: no others are so large that it matters. */
function isBytes(value: unknown): value is Uint8Array | ArrayBuffer {
  return value instanceof Uint8Array || value instanceof ArrayBuffer
}

try {
  const { exitLock, ...options } = workerData as OpenOptions & WithExitLock
  const lock = new ExitLock(exitLock)
  lock.whileWorking(() => {
    const opening = new Opening(options, report, lock)
    port.on('message', (first: readonly Request[]) =>
      lock.whileWorking(() => {
        const requests = gather(first)
        if (opening.opened) serve(opening.opened, options, requests)
        else refuse(opening, requests)
      }),
    )
  })
} catch (error) {
  report({ opened: failureOf(error) })
  port.close()
}

function ofThread(): MessagePort {
  if (!parentPort) throw new Error('this is the code of a thread')
  return parentPort
}

/** All that has arrived by now. */
function gather(first: readonly Request[]): Request[] {
  const all = [...first]
  let next = receiveMessageOnPort(port)
  while (next) {
    all.push(...(next.message as readonly Request[]))
    next = receiveMessageOnPort(port)
  }
  return all
}

/** Of what is asked while there is no room. */
function refuse(opening: Opening, requests: readonly Request[]): void {
  report({ replies: opening.answer(requests) })
  if (requests.some(({ name }) => name === 'close')) port.close()
}

function serve({ store, upkeep }: OpenedStore, options: OpenOptions, requests: Request[]): void {
  while (requests.length > 0) {
    const batch = requests.splice(0, fitting(requests))
    const [first] = batch
    if (first?.name === 'close') {
      upkeep.close()
      closeStore(store, options)
      report({ replies: [{ number: first.number, value: undefined }] })
      port.close()
      return
    }
    report(first && ALONE.has(first.name) ? { replies: [store.alone(first)] } : store.run(batch))
    upkeep.after()
  }
}

/** Bytes that are to be written. */
function bytesIn(name: Request['name'], parameters: Request['parameters']): number {
  if (name === 'add') return (parameters as Request<'add'>['parameters'])[0].content.length
  if (name === 'putPiece') return (parameters as Request<'putPiece'>['parameters'])[2].length
  return 0
}

/** How many of the first go into one transaction. */
function fitting(requests: readonly Request[]): number {
  let bytes = 0
  for (const [index, { name, parameters }] of requests.entries()) {
    if (ALONE.has(name)) return Math.max(1, index)
    bytes += bytesIn(name, parameters)
    if (index > 0 && (index >= MAX_REQUESTS || bytes > MAX_BYTES)) return index
  }
  return requests.length
}
