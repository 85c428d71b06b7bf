/** Shows how an operation is called: command lines with a sample request, and a sample of the answer. */
import { readDocument } from '../../xml/read.js'
import { childElements, elementText, hasText, type XmlElement } from '../../xml/tree.js'
import { atOnce, type Walk } from '../../xml/walk.js'
import type { Contract, ContractMessage, ContractOperation } from '../contract.js'
import { type Parameter, readParameters } from '../parameters.js'
import { TypedSchema } from '../typed-schema.js'
import { writeValues } from '../values.js'
import { callCommand, curlCommand, retrieveCommand, shortCallCommand } from './commands.js'
import { type Html, html } from './html.js'
import { envelopeAround, writingSample } from './sample-envelope.js'

export class Samples {
  readonly #typed: TypedSchema
  readonly #address: string

  /** @param address  URL that messages go to */
  constructor({ schema }: Contract, address: string) {
    this.#typed = new TypedSchema(schema)
    this.#address = address
  }

  *section(operation: ContractOperation): Walk<Html> {
    const { request, response, use } = operation
    if (use === 'encoded') return html``
    const entry = yield* this.#sample(request)
    if (request.entry !== undefined && entry === undefined) {
      return html`<p class="note">There is no sample of its request that is short enough for this page.</p>`
    }
    const answer = response && (yield* this.#sample(response))
    yield
    return html`<div class="samples"><h3>Call it</h3>
${this.#commands(operation, entry)}${answer !== undefined && html`<figure><figcaption>Sample answer</figcaption><pre class="xml" tabindex="0"><code>${envelopeAround(answer)}</code></pre></figure>`}</div>
`
  }

  *#sample({ entry }: ContractMessage): Walk<string | undefined> {
    const declaration = entry === undefined ? undefined : this.#typed.elements.get(entry)
    return declaration && (yield* writingSample(this.#typed.compiled, declaration))
  }

  #commands({ soapAction, safe, name, request }: ContractOperation, entry: string | undefined) {
    const address = this.#address
    const curl = curlCommand(address, soapAction, envelopeAround(entry))
    const shown = [command('With curl, in SOAP 1.1', curl)]
    if (entry !== undefined && request.entry !== undefined) {
      const pairs = this.#parameters(request.entry, entry)
      const call = pairs
        ? shortCallCommand(
            address,
            soapAction,
            request.entry,
            pairs.map((pair) => pair.join('=')),
          )
        : callCommand(address, soapAction, entry)
      shown.unshift(command('With waybill', call))
      if (safe && pairs)
        shown.push(command('By GET, answered in JSON', retrieveCommand(address, name, pairs)))
    }
    return shown
  }

  /** The parameters that make the same call, without the schema at hand; undefined if there are none. */
  #parameters(name: string, entry: string): readonly Parameter[] | undefined {
    const element = this.#typed.element(name)
    const parameters = parametersFor(readDocument(entry))
    if (!element || !parameters) return undefined
    try {
      const written = writeValues(name, readParameters(parameters), undefined)
      const arranged = atOnce(element.arranging(written, ''))
      return atOnce(element.validating(arranged)).findings.length === 0 ? parameters : undefined
    } catch (error) {
      if (error instanceof TypeError) return undefined
      throw error
    }
  }
}

function command(title: string, text: string): Html {
  return html`<figure><figcaption>${title}</figcaption><pre class="command" tabindex="0"><code>${text}</code></pre></figure>
`
}

/** Below this depth nobody writes parameters. */
const MAX_DEPTH = 16

/**
 * The parameters that stand for the children of an element.
 *
 * @returns undefined if there are none that do, as for attributes
 */
function parametersFor(element: XmlElement): readonly Parameter[] | undefined {
  const found: Parameter[] = []
  return collect(element, '', found, 0) ? found : undefined
}

function collect(element: XmlElement, path: string, found: Parameter[], depth: number): boolean {
  const children = childElements(element)
  if (element.attributes.length > 0 || depth > MAX_DEPTH) return false
  if (children.length > 0 && hasText(element)) return false
  for (const child of children) {
    const named = children.filter(({ local }) => local === child.local)
    const name = path + child.local.replaceAll('.', '\\.')
    if (childElements(child).length === 0) {
      if (child.attributes.length > 0) return false
      found.push([name, elementText(child)])
      continue
    }
    const prefix = named.length > 1 ? `${name}.${named.indexOf(child)}.` : `${name}.`
    if (!collect(child, prefix, found, depth + 1)) return false
  }
  return true
}
