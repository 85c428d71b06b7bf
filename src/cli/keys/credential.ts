/** `waybill keys token` and `waybill keys password`: make one, and what the configuration keeps of it. */
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { hashOf, slowHashOf } from '../../security/password.js'
import { CliCommand } from '../command/command.js'
import { note, printFields, printJson } from '../command/print.js'
import { WrongUsage } from '../command/wrong-usage.js'

interface Flags {
  readonly stdin: boolean
  readonly json: boolean
}

interface Kind {
  readonly name: 'token' | 'password'
  readonly purpose: string
  /** Form of what the configuration keeps. */
  readonly form: string
  /** Examples of keys that it is kept at. */
  readonly key: string
  hash(text: string): string | Promise<string>
}

const TOKEN: Kind = {
  name: 'token',
  purpose: 'for programs',
  form: 'sha256:hex',
  key: 'admin.operators.NAME.token',
  hash: hashOf,
}

/** As people make up short ones, its hash takes time. */
const PASSWORD: Kind = {
  name: 'password',
  purpose: 'for people',
  form: 'scrypt:salt:key',
  key: 'admin.operators.NAME.password',
  hash: slowHashOf,
}

export const tokenCommand = (): CliCommand => commandFor(TOKEN)
export const passwordCommand = (): CliCommand => commandFor(PASSWORD)

function commandFor(kind: Kind): CliCommand {
  const { name, purpose, form } = kind
  return new CliCommand(name)
    .description(`make a ${name} ${purpose}, and what the configuration keeps of it`)
    .option(
      '--stdin',
      'read it from standard input, or ask for it, instead of making a new one',
      false,
    )
    .withExamples(
      `waybill keys ${name}`,
      `printf '%s' "$${name.toUpperCase()}" | waybill keys ${name} --stdin`,
    )
    .withJson('one object', {
      [name]: 'the new one; null with --stdin',
      hash: `what the configuration gets: ${form}`,
    })
    .action((flags: Flags) => make(kind, flags))
}

async function make({ name, key, hash }: Kind, { stdin, json }: Flags): Promise<void> {
  const typed = stdin ? await read(name) : undefined
  if (typed === '') throw new WrongUsage(`expected a ${name} on standard input, got nothing`)
  const fresh = typed === undefined ? randomBytes(32).toString('base64url') : undefined
  const hashed = await hash(typed ?? fresh ?? '')
  if (json) {
    printJson({ [name]: fresh, hash: hashed })
    return
  }
  printFields([
    [name, fresh],
    ['hash', hashed],
  ])
  const once = `The ${name} goes to whoever uses it; it is shown this once. A node that uses it reads it from file:path or env:NAME. `
  note(`${fresh === undefined ? '' : once}The configuration gets the hash, for example in ${key}.`)
}

/** One line break at the end is no part of it. */
async function read(name: string): Promise<string> {
  if (process.stdin.isTTY) return ask(`${name} (not shown): `)
  return (await text(process.stdin)).replace(/\r?\n$/, '')
}

async function ask(question: string): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  process.stderr.write(question)
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
