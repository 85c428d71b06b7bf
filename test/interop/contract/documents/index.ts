/** The interop service, document style: what SOAP toolkits call through its WSDL. */
import { definePlugin, operation } from '#plugin'
import { greet, session } from './blocks.js'
import type { Remark } from './documents.types.js'
import { echoes } from './echoes.js'
import { fail } from './faults.js'
import { files } from './files.js'
import { named, schema } from './names.js'
import { work } from './work.js'

export default definePlugin(({ log }) => {
  const remark = operation<Remark>({
    name: named('Remark'),
    exchange: 'one-way',
    schema,
    invoke: ({ line }) => log.info({ line }, 'remark'),
  })
  return { operations: [...echoes, ...work, ...files, fail, greet, remark], headers: [session] }
})
