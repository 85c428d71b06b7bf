/** A plugin as a user writes it: one operation, and a header block that chooses the language. */
import { definePlugin, elementText, SoapFault } from 'waybill/plugin'

const GREETINGS = new Map([
  ['de', 'Guten Tag'],
  ['en', 'Good day'],
  ['fr', 'Bonjour'],
])

export default definePlugin(({ options: { language = 'en' } }) => {
  const usual = GREETINGS.get(String(language))
  if (!usual) throw new TypeError(`language is one of ${[...GREETINGS.keys()].join(', ')}`)
  return {
    operations: [
      {
        name: '{urn:example:greeter}Greet',
        schema: new URL('./greeter.xsd', import.meta.url),
        safe: true,
        invoke({ name }, { blocks }) {
          const asker = blocks.find(({ local }) => local === 'Language')
          const greeting = asker ? GREETINGS.get(elementText(asker).trim()) : usual
          return { greeting: `${greeting}, ${name}.` }
        },
      },
    ],
    headers: [
      {
        name: '{urn:example:greeter}Language',
        process(block) {
          if (GREETINGS.has(elementText(block).trim())) return
          throw new SoapFault({ code: 'Client', reason: 'That language is not spoken here.' })
        },
      },
    ],
  }
})
