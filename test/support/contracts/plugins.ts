/** Plugins of the schemas beside this file: their operations do nothing, but are described. */
import type { Plugin } from '../../../src/plugin.js'

const OPERATIONS = { shop: ['PlaceOrder', 'FindGoods', 'Forget'] } as const

export function pluginOf(name: keyof typeof OPERATIONS): Plugin {
  const schema = new URL(`./${name}.xsd`, import.meta.url)
  return {
    operations: OPERATIONS[name].map((local) => ({
      name: `{urn:example:${name}}${local}`,
      schema,
      safe: local.startsWith('Find'),
      exchange: local === 'Forget' ? 'one-way' : 'request-response',
      validateAnswer: false,
      invoke: () => ({}),
    })),
  }
}
