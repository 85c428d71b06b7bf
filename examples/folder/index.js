/** A transport of files: takes the .xml files of a folder, answers beside them, writes into others' folders. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import * as transport from 'waybill/transport'

const { count, milliseconds, text, MEDIA_TYPES, Undeliverable, z } = transport
const SOAP_12 = 'http://www.w3.org/2003/05/soap-envelope'

const config = z.strictObject({
  path: text().default('./inbox').describe('Folder whose .xml files this node alone takes.'),
  plugin: text().optional().describe('Plugin that they are for. Default: the node as a whole.'),
  maxBytes: count(1024 ** 3)
    .default(10_000_000)
    .describe('Bytes of a file; more are refused.'),
  interval: milliseconds().default(500).describe('Milliseconds between looks into the folder.'),
})

export default transport.defineTransport({
  name: 'folder',
  schemes: ['folder'],
  answers: 'connection',
  config,
  create: ({ section, log }) => new FolderTransport(section, log),
  hostOf: () => undefined,
  isOwn: (url, { section }) => pathOf(url) === resolve(section.path),
  check: ({ url }) =>
    pathOf(new URL(url)).startsWith('/')
      ? []
      : [{ key: 'url', sentence: 'expected folder: and an absolute path' }],
  publicAddress: ({ section }) => urlOf(section.path),
  plan: ({ section }) => [['Folder', [resolve(section.path)]]],
})

class FolderTransport {
  name = 'folder'
  schemes = ['folder']
  listening = []
  #section
  #log
  #folder
  #closing = new AbortController()
  #looking
  #running = new Set()

  constructor(section, log) {
    this.#section = section
    this.#log = log
    this.#folder = resolve(section.path)
  }

  async listen(receive) {
    await mkdir(this.#folder, { recursive: true })
    // What a node had taken that died before its end is taken again.
    for (const name of await readdir(this.#folder)) {
      const file = join(this.#folder, name)
      if (name.endsWith('.taken')) await rename(file, file.slice(0, -'.taken'.length))
    }
    this.listening = [urlOf(this.#folder)]
    this.#looking = this.#look(receive)
  }

  async close(deadline) {
    this.listening = []
    this.#closing.abort()
    const cut = new Promise((done) => deadline.addEventListener('abort', done, { once: true }))
    // What is cut off stays as .taken: nothing is lost, and the next start takes it again.
    const ended = this.#looking?.then(() => Promise.all(this.#running))
    if (!deadline.aborted) await Promise.race([ended, cut])
  }

  /** Writes a message into the folder of another node, and waits until that has taken and ended it. */
  async send({ body, id = randomUUID() }, to, signal) {
    const file = join(pathOf(to), `${encodeURIComponent(id)}.xml`)
    const is = (end) => existsSync(file + end)
    try {
      // Sent again, it is the same file: written once, and its answer is read again.
      if (!['.taken', '.done', '.refused'].some(is)) await put(file, body)
      while (!is('.done') && !is('.refused')) await pause(100, undefined, { signal })
      if (is('.refused')) throw new Undeliverable(`${to} refused it`, { permanent: true })
      const answer = ['.reply', '.fault'].find(is)
      return answer && messageOf(await readFile(file + answer))
    } catch (cause) {
      if (cause instanceof Undeliverable) throw cause
      // As long as nobody has taken it, it can be withdrawn.
      const taken = () => is('.taken') || is('.done')
      const late = await rm(file).then(() => false, taken)
      throw new Undeliverable(`${to} gave no answer (${cause.code ?? cause.name})`, { cause, late })
    }
  }

  async #look(receive) {
    const { signal } = this.#closing
    while (!signal.aborted) {
      try {
        for (const name of await readdir(this.#folder)) {
          // Whoever writes a file gives it such a name once it is whole.
          if (name.endsWith('.xml') && !signal.aborted) await this.#take(name, receive)
        }
      } catch (err) {
        this.#log.error({ err, folder: this.#folder }, 'the folder cannot be read')
      }
      await pause(this.#section.interval, undefined, { signal }).catch(() => undefined)
    }
  }

  async #take(name, receive) {
    const file = join(this.#folder, name)
    await rename(file, `${file}.taken`)
    const running = this.#end(file, receive)
      .catch((err) => this.#log.error({ err, file }, 'the file cannot be processed'))
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Has a file processed; it is renamed last, so that whoever finds it ended finds its answer. */
  async #end(file, receive) {
    const { maxBytes, plugin } = this.#section
    const { size, mtimeMs, ino } = await stat(`${file}.taken`)
    const large = { kind: 'refused', refusal: 'too-large' }
    const read = async () => messageOf(await readFile(`${file}.taken`), plugin)
    const idempotencyKey = `${ino}-${mtimeMs}`
    const outcome = size > maxBytes ? large : await receive({ ...(await read()), idempotencyKey })
    const { kind, refusal } = outcome
    if (kind === 'reply' || kind === 'fault') await put(`${file}.${kind}`, outcome.message.body)
    // Under the same name it is taken again at the next look, and known by its key.
    const again = kind === 'pending' || refusal === 'unavailable' || refusal === 'busy'
    const end = kind === 'refused' ? '.refused' : '.done'
    await rename(`${file}.taken`, again ? file : file + end)
  }
}

/** Writes a file that is there whole or not at all, whatever dies meanwhile. */
async function put(file, content) {
  await writeFile(`${file}.part`, content, { flush: true })
  await rename(`${file}.part`, file)
}

function messageOf(body, destination) {
  const mediaType = MEDIA_TYPES[body.includes(SOAP_12) ? '1.2' : '1.1']
  const origin = { transport: 'folder', peer: {}, destination }
  return { kind: 'envelope', origin, body, mediaType, attachments: [] }
}

const pathOf = (url) => decodeURIComponent(url.pathname)
const urlOf = (path) => pathToFileURL(resolve(path)).href.replace('file://', 'folder:')
