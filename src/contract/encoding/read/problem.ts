/** What is wrong with an encoded message, told to its sender: where, what, and the subcode of the specification. */
import { badArguments, faultEntry, SoapFault } from '../../../soap/fault.js'
import { DIALECTS } from '../dialect.js'

/** The way to a value: `Place.items[2].price`. Written out only for a fault. */
export interface Location {
  readonly above: Location | undefined
  readonly step: string | number
}

/** SOAP 1.2 Part 2 §3.2. */
export type DecodingFault = 'MissingID' | 'DuplicateID' | 'UntypedValue'

const MAX_STEPS = 20
const MAX_CHARACTERS = 100

/** The arguments do not fit: SOAP 1.2 Part 2 §4.4. */
export function misfit(location: Location, sentence: string): SoapFault {
  return badArguments('The arguments do not match the contract.', [
    `${written(location)}: ${sentence}`,
  ])
}

export function undecodable(
  subcode: DecodingFault,
  location: Location | undefined,
  sentence: string,
): SoapFault {
  const detail = location ? `${written(location)}: ${sentence}` : sentence
  return new SoapFault({
    code: 'Client',
    subcodes: [`{${DIALECTS['1.2'].uri}}${subcode}`],
    reason: 'The encoded values cannot be read.',
    detail: [faultEntry('Invalid', detail)],
  })
}

/** What a peer wrote, as far as it helps. */
export function shown(text: string): string {
  return JSON.stringify(text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text)
}

function written(location: Location): string {
  const steps: (string | number)[] = []
  let at: Location | undefined = location
  for (; at && steps.length < MAX_STEPS; at = at.above) steps.unshift(at.step)
  const [first = '', ...rest] = steps
  const text = rest.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
  return `${at ? '…' : ''}${first}${text}`
}
