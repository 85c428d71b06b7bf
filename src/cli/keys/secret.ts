/** `waybill keys secret`: makes a token or a password, and what the configuration keeps of it. */
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Option } from 'commander'
import { hashOf, slowHashOf } from '../../security/password.js'
import { CliCommand } from '../command/command.js'
import { note, printFields, printJson } from '../command/print.js'
import { WrongUsage } from '../command/wrong-usage.js'

interface Flags {
  readonly for: 'token' | 'password'
  readonly stdin: boolean
  readonly json: boolean
}

export function secretCommand(): CliCommand {
  return new CliCommand('secret')
    .description('make a token or a password, and what the configuration keeps of it')
    .addOption(
      new Option(
        '--for <what>',
        'what it is to be: of a password, more is kept, as people make up short ones',
      )
        .choices(['token', 'password'])
        .default('token'),
    )
    .option('--stdin', 'take it from standard input, or ask for it, in place of a new one', false)
    .withExamples(
      'waybill keys secret',
      'printf \'%s\' "$PASSWORD" | waybill keys secret --for password --stdin',
    )
    .withJson('one object', {
      secret: 'the new one; null with --stdin',
      kept: 'what the configuration gets: sha256:hex, or scrypt:salt:key',
    })
    .action(make)
}

async function make({ for: what, stdin, json }: Flags): Promise<void> {
  const given = stdin ? await read(what) : undefined
  if (given === '') throw new WrongUsage(`expected a ${what} on standard input, got nothing`)
  const secret = given ?? randomBytes(32).toString('base64url')
  const kept = what === 'token' ? hashOf(secret) : await slowHashOf(secret)
  const fresh = given === undefined ? secret : undefined
  if (json) {
    printJson({ secret: fresh, kept })
    return
  }
  printFields([
    ['secret', fresh],
    ['kept', kept],
  ])
  const place = what === 'token' ? 'admin.operators.NAME.token' : 'admin.operators.NAME.password'
  note(
    `${fresh === undefined ? '' : 'The secret goes to who is to use it; it is shown this once. '}The configuration gets what is kept, such as ${place}.`,
  )
}

/** One line break at the end is none of it. */
async function read(what: string): Promise<string> {
  if (process.stdin.isTTY) return ask(`${what}, which is not shown: `)
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
