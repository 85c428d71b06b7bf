/** What the node publishes it takes: the actions of its WSDL, those of a contract without WS-Addressing, too. */
import type { Trial } from '../trial.js'

interface ActionsCase {
  readonly what: string
  readonly plugin: string
  readonly operation: string
  readonly fields: Readonly<Record<string, string>>
  readonly result: RegExp
  /** Whether the contract names an action of WS-Addressing, so that the client sends one. */
  readonly addressed: boolean
}

const GREETINGS = { service: 'GreetingsService', port: 'GreetingsPort', name: 'Ada' }

const CASES: readonly ActionsCase[] = [
  {
    what: 'a soapAction that is a word',
    plugin: 'greetings',
    operation: 'SayHi',
    fields: GREETINGS,
    result: /^Hi, Ada$/,
    addressed: false,
  },
  {
    what: 'a soapAction beside another wsam:Action',
    plugin: 'greetings',
    operation: 'SayBye',
    fields: GREETINGS,
    result: /^Bye, Ada$/,
    addressed: true,
  },
  {
    what: 'an empty soapAction',
    plugin: 'vat',
    operation: 'checkVat',
    fields: {
      service: 'checkVatService',
      port: 'checkVatPort',
      countryCode: 'AT',
      vatNumber: 'U1',
    },
    result: /'name': 'ATU1'/,
    addressed: false,
  },
]

/** For clients that read a WSDL when they start. */
export function actionsSuite(trial: Trial): void {
  const { test, name } = trial

  for (const { what, plugin, operation, fields, result, addressed } of CASES) {
    test.serial(
      `${name}: ${what}: the node takes what its WSDL and the contract make of it`,
      async (t) => {
        const served = `${trial.node().url}/${plugin}`
        const contract = new URL(`../contracts/${plugin}.wsdl`, import.meta.url).href
        for (const wsdl of [`${served}?wsdl`, contract]) {
          const answer = await trial.call(t, operation, { ...fields, wsdl, address: served })
          t.regex(String(answer.result), result)
          t.is(answer.addressed, addressed ? 'yes' : 'no')
        }
      },
    )
  }
}
