/** `waybill keys`: makes keys and certificates, puts them in place, lists them, and tells whose they are. */
import { CliCommand } from './command.js'
import { createCommand } from './keys-create.js'
import { importCommand } from './keys-import.js'
import { listCommand } from './keys-list.js'
import { secretCommand } from './keys-secret.js'
import { trustCommand } from './keys-trust.js'

export function keysCommand(): CliCommand {
  return new CliCommand('keys')
    .withExamples('waybill keys list --config waybill.yaml')
    .addCommand(createCommand())
    .addCommand(importCommand())
    .addCommand(listCommand())
    .addCommand(secretCommand())
    .addCommand(trustCommand())
}
