/** A plugin as text, with an operation that tells what came beside its envelope: sizes, digests, header fields. */

/** The operation answers `{ part: ['size sha256 fields', …] }`, and keeps the same in a file beside it. */
export const WEIGHING_PLUGIN = `
import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
export default () => ({
  operations: [{
    name: '{urn:example:weighing}Weigh',
    async invoke(_, { attachments, id }) {
      const part = []
      for (const { content, fields } of attachments) {
        const hash = createHash('sha256')
        for await (const portion of content.stream()) hash.update(portion)
        part.push([content.size, hash.digest('hex'), JSON.stringify(fields)].join(' '))
      }
      appendFileSync(new URL('./weighed', import.meta.url), id + ' ' + part.join(' ') + '\\n')
      return { part }
    },
  }],
})
`

export const WEIGH = '<w:Weigh xmlns:w="urn:example:weighing"/>'
