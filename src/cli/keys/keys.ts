/** `waybill keys`: makes keys and certificates, puts them in place, lists them, and tells whose they are. */
import { filesIn } from '../../config/files.js'
import { useOf } from '../../operate/findings/file-purpose.js'
import { type Item, readItems } from '../../operate/findings/items.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, sourcesOf, withConfigOptions } from '../command/config-options.js'
import { moment, note, printJson, printTable } from '../command/print.js'
import { readConfig } from '../command/read-config.js'
import { createCommand } from './create.js'
import { passwordCommand, tokenCommand } from './credential.js'
import { importCommand } from './import.js'
import { trustCommand } from './trust.js'

export function keysCommand(): CliCommand {
  return new CliCommand('keys')
    .withExamples('waybill keys list --config waybill.yaml')
    .addCommand(createCommand())
    .addCommand(importCommand())
    .addCommand(listCommand())
    .addCommand(passwordCommand())
    .addCommand(tokenCommand())
    .addCommand(trustCommand())
}

interface Flags extends ConfigOptions {
  readonly json: boolean
}

function listCommand(): CliCommand {
  return withConfigOptions(new CliCommand('list'))
    .description('list what the configuration names: whose it is, until when, and what for')
    .withJson('one object a line for each item', {
      key: 'key of the configuration',
      file: 'file that it is in',
      what: 'certificate, revocation list, OCSP response, other, or the kind of a key',
      whose: 'subject of a certificate, issuer of a list',
      until: 'milliseconds since 1970',
      fingerprint: 'SHA-256 of a certificate',
      use: 'what it is for',
    })
    .withExamples('waybill keys list --config waybill.yaml')
    .action(list)
}

async function list(flags: Flags): Promise<void> {
  const { config, schema } = await readConfig(sourcesOf(flags))
  const items = await readItems(filesIn(config, schema))
  if (flags.json) {
    for (const item of items) printJson({ ...summaryOf(item), use: useOf(item.key) })
    return
  }
  const rows = items.map((item) => {
    const { key, what, whose, until, fingerprint } = summaryOf(item)
    return [key, what, whose ?? '-', moment(until), fingerprint ?? '-', useOf(key)]
  })
  if (rows.length === 0) note('none')
  else printTable(['KEY', 'WHAT', 'WHOSE', 'UNTIL', 'FINGERPRINT', 'USE'], rows)
}

interface Summary {
  readonly key: string
  readonly file: string
  readonly what: string
  readonly whose: string | undefined
  readonly until: number | undefined
  /** SHA-256 of a certificate. */
  readonly fingerprint: string | undefined
}

function summaryOf(item: Item): Summary {
  const { key, file } = item
  const none = { key, file, whose: undefined, until: undefined, fingerprint: undefined }
  switch (item.kind) {
    case 'certificate': {
      const { facts, details } = item
      const { subject: whose, fingerprint } = facts
      return { key, file, what: item.kind, whose, until: details.until, fingerprint }
    }
    case 'key':
      return { ...none, what: `${item.own.asymmetricKeyType} key` }
    case 'revocation list':
      return { ...none, what: item.kind, whose: item.issuer, until: item.list.next }
    case 'OCSP response':
      return { ...none, what: item.kind, until: item.response.next }
    case 'other':
      return { ...none, what: item.what }
  }
}
