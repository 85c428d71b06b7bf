/** A transport of files: takes the .xml files of a folder, answers beside them, writes into others' folders. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import * as transport from 'waybill/transport'

const { duration, folder, size, text, MEDIA_TYPES, Undeliverable, z } = transport
const SOAP_12 = 'http://www.w3.org/2003/05/soap-envelope'

const config = z.strictObject({
  path: folder().default('./inbox').describe('Folder whose .xml files this node alone takes.'),
  plugin: text().optional().describe('Plugin that they are for. Default: the node as a whole.'),
  maxBytes: size({ most: 1024 ** 3 })
    .prefault('10MiB')
    .describe('Size of a file; more are refused.'),
  interval: duration().prefault('500ms').describe('Time between looks into the folder.'),
})

export default transport.defineTransport({
  name: 'folder',
  schemes: ['folder'],
  answers: 'connection',
  config,
  create: folderTransport,
  hostOf: () => undefined,
  isOwn: (url, { section }) => pathOf(url) === resolve(section.path),
  check({ url }) {
    if (pathOf(new URL(url)).startsWith('/')) return []
    return [{ key: 'url', sentence: 'expected folder: and an absolute path' }]
  },
  plan: ({ section }) => [['Folder', [resolve(section.path)]]],
  client: { flags: [], fromFlags: () => ({ options: {} }), open: () => ({ send, close }) },
})

/** @param {transport.TransportInput<transport.SectionOf<typeof config>>} input
 *  @returns {transport.Transport} */
function folderTransport({ section: { path, plugin, maxBytes, interval }, log }) {
  const folder = resolve(path)
  const closing = new AbortController()
  const running = new Set()
  let looking = Promise.resolve()
  let listens = false

  return {
    name: 'folder',
    schemes: ['folder'],
    get listening() {
      return listens && !closing.signal.aborted ? [urlOf(folder)] : []
    },

    async listen(receive) {
      await mkdir(folder, { recursive: true })
      // What a node had taken that died before its end is taken again.
      for (const name of await readdir(folder)) {
        const file = join(folder, name)
        if (name.endsWith('.taken')) await rename(file, file.slice(0, -'.taken'.length))
      }
      listens = true
      looking = look(receive)
    },

    async close(deadline) {
      closing.abort()
      const cut = new Promise((done) => deadline.addEventListener('abort', done, { once: true }))
      // What is cut off stays as .taken: nothing is lost, and the next start takes it again.
      const ended = looking.then(() => Promise.all(running))
      if (!deadline.aborted) await Promise.race([ended, cut])
    },

    send,
  }

  /** @param {transport.Receive} receive */
  async function look(receive) {
    while (!closing.signal.aborted) {
      try {
        // Whoever writes a file gives it such a name once it is whole.
        const whole = (await readdir(folder)).filter((name) => name.endsWith('.xml'))
        for (const name of whole) await take(join(folder, name), receive)
      } catch (err) {
        log.error({ err, folder }, 'the folder cannot be read')
      }
      await pause(interval, undefined, closing).catch(() => undefined)
    }
  }

  /** @param {string} file @param {transport.Receive} receive */
  async function take(file, receive) {
    if (closing.signal.aborted) return
    const taken = `${file}.taken`
    await rename(file, taken)
    const end = endOf(file, taken, receive)
      .then((ending) => rename(taken, file + ending))
      .catch((err) => log.error({ err, file }, 'the file cannot be processed'))
      .finally(() => running.delete(end))
    running.add(end)
  }

  /** @param {string} file @param {string} taken @param {transport.Receive} receive */
  async function endOf(file, taken, receive) {
    const { size, mtimeMs, ino } = await stat(taken)
    if (size > maxBytes) return '.refused'
    const message = messageOf(await readFile(taken), plugin)
    const outcome = await receive({ ...message, idempotencyKey: `${ino}-${mtimeMs}` })
    if (outcome.kind === 'reply' || outcome.kind === 'fault') {
      await put(`${file}.${outcome.kind}`, outcome.message.body)
    }
    const later = outcome.kind === 'refused' && /unavailable|busy|paused/.test(outcome.refusal)
    if (outcome.kind === 'refused' && !later) return '.refused'
    // Under its own name it is taken again at the next look, and known by its key.
    return outcome.kind === 'refused' || outcome.kind === 'pending' ? '' : '.done'
  }
}

/** A file is there whole or not at all. @param {string} file @param {string} content */
async function put(file, content) {
  await writeFile(`${file}.part`, content, { flush: true })
  await rename(`${file}.part`, file)
}

/** @param {Uint8Array} body @param {string} [destination] @returns {transport.EnvelopeMessage} */
function messageOf(body, destination) {
  const mediaType = MEDIA_TYPES[Buffer.from(body).includes(SOAP_12) ? '1.2' : '1.1']
  const origin = { transport: 'folder', peer: {}, destination }
  return { kind: 'envelope', origin, body, mediaType, attachments: [] }
}

/** @param {URL} url */
const pathOf = (url) => decodeURIComponent(url.pathname)
/** @param {string} path */
const urlOf = (path) => pathToFileURL(resolve(path)).href.replace('file://', 'folder:')

/** Writes a message into the folder of another node, and waits until that has taken and ended it.
 *  @param {transport.OutboundMessage} message @param {URL} to @param {AbortSignal} signal */
async function send({ body, id = randomUUID() }, to, signal) {
  const file = join(pathOf(to), `${encodeURIComponent(id)}.xml`)
  const has = (end = '') => existsSync(file + end)
  try {
    // Sent again, it is the same file: written once, and its answer is read again.
    if (!['.taken', '.done', '.refused'].some(has)) await put(file, body)
    while (!has('.done') && !has('.refused')) await pause(100, undefined, { signal })
  } catch (cause) {
    // As long as nobody has taken it, it can be withdrawn.
    const missed = () => has('.taken') || has('.done')
    const late = await rm(file).then(() => false, missed)
    throw new Undeliverable(`${to} gave no answer (${cause})`, { cause, late })
  }
  if (has('.refused')) throw new Undeliverable(`${to} refused it`, { permanent: true })
  const answer = ['.reply', '.fault'].find(has)
  return answer === undefined ? undefined : messageOf(await readFile(file + answer))
}

const close = async () => undefined
