/** The check of a VAT number as a plugin, by a contract with an empty soapAction. */
import { definePlugin } from '../../../src/plugin.js'
import type { CheckVatService } from '../contracts/vat.types.js'

export default definePlugin<CheckVatService>(() => ({
  contract: new URL('../contracts/vat.wsdl', import.meta.url),
  handlers: {
    checkVat: ({ countryCode, vatNumber }) => ({ valid: true, name: `${countryCode}${vatNumber}` }),
  },
}))
