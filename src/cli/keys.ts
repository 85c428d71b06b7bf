/** `waybill keys`: makes keys and certificates, puts them in place, lists them, and tells whose they are. */
import { Command } from 'commander'
import { createCommand } from './keys-create.js'
import { importCommand } from './keys-import.js'
import { listCommand } from './keys-list.js'
import { trustCommand } from './keys-trust.js'

export function keysCommand(): Command {
  return new Command('keys')
    .addCommand(createCommand())
    .addCommand(importCommand())
    .addCommand(listCommand())
    .addCommand(trustCommand())
}
