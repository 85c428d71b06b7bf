// Writes the table of configuration keys in docs/configuration.md anew from the schema.
import { readFileSync, writeFileSync } from 'node:fs'
import { shippedSchema } from '../dist/test/support/config.js'
import { configTable, replaceTable } from '../dist/test/support/config-table.js'

const file = new URL('../docs/configuration.md', import.meta.url)
writeFileSync(file, replaceTable(readFileSync(file, 'utf8'), configTable(shippedSchema)))
