/** Greetings as a plugin, by a contract with bare words for actions. */
import { definePlugin } from '../../../src/plugin.js'
import type { GreetingsService } from '../contracts/greetings.types.js'

export default definePlugin<GreetingsService>(() => ({
  contract: new URL('../contracts/greetings.wsdl', import.meta.url),
  handlers: {
    SayHi: ({ name }) => ({ text: `Hi, ${name}` }),
    SayBye: ({ name }) => ({ text: `Bye, ${name}` }),
  },
}))
