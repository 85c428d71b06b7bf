/** Replaces a dead letter by a new message with another envelope. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deferred } from '../../base/deferred.js'
import { messageOf, systemReason } from '../../base/errno.js'
import { printable } from '../../base/printable.js'
import type { Config } from '../../config/schema.js'
import { servedVersions } from '../../config/served-versions.js'
import { EXIT } from '../../errors.js'
import { newId } from '../../message/exchange-id.js'
import { MESSAGE_BOUNDS } from '../../path/parts/limits.js'
import { type Envelope, parseEnvelope } from '../../soap/envelope.js'
import { businessKeys, type MessageKeys, NO_KEYS } from '../../store/journal/keys/business-keys.js'
import { readKeySecret } from '../../store/journal/keys/secrets.js'
import type { JobDetail, QueueAdmin } from '../../store/queue/admin.js'
import { decodeText } from '../../xml/charset.js'
import { sayUtf8 } from '../../xml/declaration.js'
import { splice } from '../../xml/splice.js'
import { clarkName } from '../../xml/tree.js'
import { atOnce, isWalk } from '../../xml/walk.js'
import { watching } from '../../xml/walk-tree.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, withConfigOptions } from '../command/config-options.js'
import { withAdmin } from '../command/open-admin.js'
import { note, printJson } from '../command/print.js'
import { WrongUsage } from '../command/wrong-usage.js'

interface EditFlags extends ConfigOptions {
  readonly json: boolean
}

/** What an edit goes by. */
interface Editing {
  readonly config: Config
  readonly json: boolean
}

/** The envelope that is to be sent instead. */
interface Replacement {
  readonly body: Uint8Array
  /** undefined for what its XML declaration says */
  readonly charset: string | undefined
  /** Where it was read. */
  readonly file: string
}

export function editCommand(): CliCommand {
  return withConfigOptions(new CliCommand('edit'))
    .description('edit the envelope of a dead letter in $EDITOR, and send it as a new message')
    .argument('<id>', 'which')
    .withJson('one object', {
      id: 'id of the dead letter',
      result: 'replaced',
      replacedBy: 'id of the new message',
    })
    .withExits({ 65: 'it is not dead, or what was written is no envelope' })
    .withExamples('EDITOR=nano waybill dead edit 01a2039e-63e5-7d3e-950e-6acc69d6a90d')
    .action((id: string, { json, ...flags }: EditFlags) =>
      withAdmin(flags, (admin, config) => edit(admin, id, { config, json })),
    )
}

/** Sends a dead letter again with the envelope of a file. */
export async function replaceWith(
  admin: QueueAdmin,
  id: string,
  file: string,
  editing: Editing,
): Promise<void> {
  const letter = await deadLetter(admin, id)
  if (!letter) return
  const body = await contentOf(file)
  await replace(admin, letter, { body, charset: undefined, file }, editing)
}

async function contentOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    throw new WrongUsage(`${file} cannot be read (${systemReason(error)})`)
  }
}

async function edit(admin: QueueAdmin, id: string, editing: Editing): Promise<void> {
  const letter = await deadLetter(admin, id)
  if (!letter) return
  const folder = await mkdtemp(join(tmpdir(), 'waybill-edit-'))
  const file = join(folder, 'envelope.xml')
  // In UTF-8, whatever encoding it came in: an editor does not know the charset of a message.
  const received = decodeText(letter.body, letter.charset)
  const text = splice(received, sayUtf8(received))
  await writeFile(file, text, { mode: 0o600 })
  await runEditor(file)
  const body = await readFile(file)
  const replacement = { body, charset: 'utf-8', file }
  if (body.toString('utf8') === text) note('not changed: nothing was sent')
  // If the edited text cannot be sent, the file stays, so that no work is lost.
  else if (!(await replace(admin, letter, replacement, editing))) return
  await rm(folder, { recursive: true })
}

/** @throws WrongUsage if the editor cannot be run, or fails */
async function runEditor(file: string): Promise<void> {
  const editor = process.env.VISUAL || process.env.EDITOR || 'vi'
  // By a shell, as usual, because the variable may have options.
  const child = spawn('/bin/sh', ['-c', `${editor} "$1"`, 'editor', file], { stdio: 'inherit' })
  const { promise: ended, resolve: end } = deferred<string | undefined>()
  child.once('error', ({ message }) => end(message))
  child.once('exit', (code, signal) =>
    end(code === 0 ? undefined : `it ended with ${signal ?? code}`),
  )
  const failure = await ended
  if (failure !== undefined) throw new WrongUsage(`the editor ${editor} cannot be used: ${failure}`)
}

async function deadLetter(admin: QueueAdmin, id: string): Promise<JobDetail | undefined> {
  const job = await admin.show(id)
  if (job?.state === 'dead') return job
  complain(job ? `${id} is not dead` : `there is no job ${id}`)
  return undefined
}

/** @returns false if the envelope cannot be sent, or somebody else was faster */
async function replace(
  admin: QueueAdmin,
  letter: JobDetail,
  { body, charset, file }: Replacement,
  { config, json }: Editing,
): Promise<boolean> {
  const before = envelopeOf(letter.body, letter.charset, config)
  const envelope = envelopeOf(body, charset, config)
  if (typeof envelope === 'string') return complain(`${file}: ${envelope}`)
  if (typeof before !== 'string' && before.version.name !== envelope.version.name) {
    return complain(`${file}: expected SOAP ${before.version.name}, got ${envelope.version.name}`)
  }
  const [entry] = envelope.entries
  const id = newId()
  const operation = entry && clarkName(entry)
  const { seen: keys } = await keysIn(envelope, operation, config)
  const result = await admin.replace(letter.id, { id, body, charset, operation, keys })
  if (result !== 'done') return complain(`${letter.id} is not dead any more`)
  if (json) printJson({ id: letter.id, result: 'replaced', replacedBy: id })
  else process.stdout.write(`${printable(letter.id)} replaced by ${id}\n`)
  return true
}

async function keysIn(
  { root }: Envelope,
  operation: string | undefined,
  config: Config,
): Promise<MessageKeys> {
  const secrets = { current: await readKeySecret(config), prepare: async () => undefined }
  const keys = businessKeys(config.journal, secrets)
  if (!keys) return NO_KEYS
  const finder = keys.finder()
  atOnce(watching(root, finder))
  const kept = keys.kept(finder.found, operation)
  return isWalk(kept) ? atOnce(kept) : kept
}

/** @returns the envelope, or a sentence that says why it is none */
function envelopeOf(
  body: Uint8Array,
  charset: string | undefined,
  config: Config,
): Envelope | string {
  try {
    return parseEnvelope(decodeText(body, charset), servedVersions(config), {
      ...MESSAGE_BOUNDS,
      ...config.limits,
    })
  } catch (error) {
    return `it is no SOAP envelope: ${messageOf(error)}`
  }
}

function complain(sentence: string): false {
  note(sentence)
  process.exitCode = EXIT.dataError
  return false
}
