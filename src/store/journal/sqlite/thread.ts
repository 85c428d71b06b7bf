/** The thread that has the file of a journal: writes what it is told, and looks through the pages. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../../../base/errno.js'
import { clearInterval, clearTimeout, setInterval, setTimeout } from '../../../base/time.js'
import { ExitLock } from '../../sqlite/exit-lock.js'
import type { WithExitLock } from '../../sqlite/thread.js'
import { type Pages, pathIn, searchPages } from '../pages.js'
import { Keeper } from './file-writer.js'
import { readMinutes } from './minutes.js'
import { News } from './new-entries.js'
import type { Request, ThreadOptions, ThreadReport } from './requests.js'
import type { StoredPage } from './store.js'

/** Milliseconds between two looks at what is kept too long, while there is nothing to do and while there is. */
const UPKEEP = 1_000
const BUSY = 50
/** Milliseconds for which pages are gathered: several go into one transaction. */
const GATHER = 200
/** Pages that do not wait for more. */
const MANY = 16
/** Milliseconds between two looks at what other processes have written. */
const LOOK = 500

/** Entries of other processes that are told at once: whoever follows takes them before the next ones come. */
const REPORTED = 500

const port = ofThread()
const options = workerData as ThreadOptions & WithExitLock
const lock = new ExitLock(options.exitLock)
const report = (report: ThreadReport) => port.postMessage(report)
const keeper = new Keeper(options, report)

let flushing = false
let upkeep = setTimeout(keepUp, options.serves ? 0 : UPKEEP)
let following: NodeJS.Timeout | undefined
/** One search after the other: what is written waits for a part of one only. */
let answering = Promise.resolve()

port.on('message', (requests: readonly Request[]) => {
  for (const request of requests) take(request)
})

/** What is asked for. */
type Question = Exclude<
  Request,
  { readonly name: 'keepPage' | 'keepEnvelope' | 'keepMinute' | 'follow' }
>

function take(request: Request): void {
  switch (request.name) {
    case 'keepPage':
      if (keeper.page(...request.parameters) % MANY === 0) lock.whileWorking(() => keeper.flush())
      flushSoon()
      break
    case 'keepEnvelope':
      keeper.envelope(...request.parameters)
      flushSoon()
      break
    case 'keepMinute':
      keeper.minute(...request.parameters)
      flushSoon()
      break
    case 'follow':
      follow(...request.parameters)
      break
    default:
      answering = answering.then(() => answer(request))
  }
}

function ofThread(): MessagePort {
  if (!parentPort) throw new Error('this is the code of a thread')
  return parentPort
}

function flushSoon(): void {
  if (flushing) return
  flushing = true
  setTimeout(() => {
    flushing = false
    lock.whileWorking(() => keeper.flush())
  }, GATHER).unref()
}

function keepUp(): void {
  const more = options.serves && lock.whileWorking(() => keeper.upkeep())
  upkeep = setTimeout(keepUp, more ? BUSY : UPKEEP)
}

function follow(wanted: boolean): void {
  clearInterval(following)
  if (!wanted) return
  let news: News | undefined
  const look = () =>
    lock.whileWorking(() => {
      try {
        keeper.leaveRemoved()
        const { store } = keeper
        // All of a file that has taken the place of another is new.
        if (news?.store !== store) news = new News(store, options.writer, news !== undefined)
        const entries = news.look()
        for (let at = 0; at < entries.length; at += REPORTED) {
          report({ news: entries.slice(at, at + REPORTED) })
        }
      } catch (error) {
        keeper.failed(error)
      }
    })
  look()
  following = setInterval(look, LOOK)
}

async function answer(request: Question): Promise<void> {
  const { number } = request
  try {
    // What was recorded before the question is in the answer.
    lock.whileWorking(() => keeper.flush())
    if (request.name === 'close') return close(number)
    report({ replies: [{ number, value: await valueFor(request) }] })
  } catch (error) {
    report({ replies: [{ number, failure: messageOf(error) }] })
  }
}

/** Asked once more if what can be read of a damaged file has taken its place. */
async function valueFor(request: Question): Promise<unknown> {
  try {
    return await answerTo(request)
  } catch (error) {
    if (!lock.whileWorking(() => keeper.failed(error))) throw error
    return answerTo(request)
  }
}

async function answerTo({ name, parameters }: Question): Promise<unknown> {
  switch (name) {
    case 'search':
      return searchPages(pages(), ...parameters)
    case 'path':
      return pathIn(pages(), ...parameters)
    case 'envelopes':
      return envelopes(...parameters)
    case 'minutes': {
      const store = lock.whileWorking(() => keeper.store)
      return readMinutes(store, ...parameters, (work) => lock.whileWorking(work))
    }
    case 'stats':
      return lock.whileWorking(() => keeper.store.stats())
    case 'close':
      return undefined
  }
}

/** Each call of SQLite is one that an exit waits for. */
function pages(): Pages {
  const store = lock.whileWorking(() => keeper.store)
  return {
    *indexes(oldest, newest) {
      const portions = store.indexes(oldest, newest)
      for (;;) {
        const { done, value } = lock.whileWorking(() => portions.next())
        if (done) return
        yield value
      }
    },
    lines(index: StoredPage) {
      return lock.whileWorking(() => store.lines(index))
    },
  }
}

function envelopes(exchange: string) {
  return lock.whileWorking(() => keeper.store.envelopes(exchange))
}

function close(number: Request['number']): void {
  clearTimeout(upkeep)
  clearInterval(following)
  lock.whileWorking(() => keeper.close())
  report({ replies: [{ number, value: undefined }] })
  port.close()
}
