/** A plugin as a user writes it: one operation, and a header block that chooses the language. */
import { definePlugin, SoapFault, textOf } from 'waybill/plugin'

const GREETINGS = { de: 'Guten Tag', en: 'Good day', fr: 'Bonjour' }

export default definePlugin(({ options }) => ({
  operations: [
    {
      name: '{urn:example:greeter}Greet',
      schema: new URL('./greeter.xsd', import.meta.url),
      safe: true,
      invoke({ name }, { blocks }) {
        const asked = blocks.find(({ local }) => local === 'Language')
        const language = asked ? textOf(asked).trim() : (options.language ?? 'en')
        return { greeting: `${GREETINGS[language]}, ${name}.` }
      },
    },
  ],
  headers: [
    {
      name: '{urn:example:greeter}Language',
      process(block) {
        if (Object.hasOwn(GREETINGS, textOf(block).trim())) return
        throw new SoapFault({ code: 'Client', reason: 'That language is not spoken here.' })
      },
    },
  ],
}))
