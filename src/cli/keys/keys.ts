/** `waybill keys`: makes keys and certificates, puts them in place, lists them, and tells whose they are. */
import { CliCommand } from '../command/command.js'
import { createCommand } from './create.js'
import { importCommand } from './import.js'
import { listCommand } from './list.js'
import { secretCommand } from './secret.js'
import { trustCommand } from './trust.js'

export function keysCommand(): CliCommand {
  return new CliCommand('keys')
    .withExamples('waybill keys list --config waybill.yaml')
    .addCommand(createCommand())
    .addCommand(importCommand())
    .addCommand(listCommand())
    .addCommand(secretCommand())
    .addCommand(trustCommand())
}
