/** The codec of the SOAP encodings: reads the entry of an envelope as values, and writes values as an entry and what stands beside it. */
import type { SchemaComponents } from '../../schema/components.js'
import { isRecord, Mappings, type ValueOptions } from '../../schema/values/index.js'
import { SimpleReading } from '../../schema/values/read-simple.js'
import { Location } from '../../schema/values/unwritable.js'
import type { Value, Values } from '../../schema/values/value.js'
import type { Envelope } from '../../soap/envelope.js'
import { RPC_NAMESPACE, type SoapVersion } from '../../soap/version.js'
import { attribute, type ClarkName, clarkName, element, type XmlElement } from '../../xml/tree.js'
import { Pace, type Walk } from '../../xml/walk.js'
import { DIALECTS, type Dialect, type EncodingName } from './dialect.js'
import { type Form, Forms, STRUCT } from './forms.js'
import { Graph } from './read/graph.js'
import { checkingHeight } from './read/heights.js'
import { identified } from './read/ids.js'
import { References } from './read/references.js'
import { Texts } from './read/texts.js'
import { styleAt, unknownEncoding } from './styles.js'
import { Marks } from './write/marks.js'
import { Names } from './write/names.js'
import { sharedIn } from './write/sharing.js'
import { Writing } from './write/writing.js'

export interface Decoded {
  /** The entry as it came. */
  readonly entry: XmlElement
  readonly values: Values
  /** What it is encoded by, so that an answer may be. */
  readonly encoding: EncodingName
}

/** How values are to be written. */
export interface Encoding {
  readonly encoding: EncodingName
  /** Of the envelope in which they will stand. */
  readonly version: SoapVersion
  /** Name of the result among the values of an answer, which SOAP 1.2 has named. Default: none is. */
  readonly result?: string | undefined
  /** False to write what the schema forbids, too. Default true. */
  readonly checked?: boolean | undefined
}

export class Codec {
  readonly #forms: Forms
  readonly #mappings = new Mappings()
  readonly #simple: SimpleReading

  /**
   * @param schema   declares entries and types; undefined if messages are to say all types
   * @param options  what values are given as
   */
  constructor(schema?: SchemaComponents | undefined, options: ValueOptions = {}) {
    this.#forms = new Forms(schema)
    this.#simple = new SimpleReading(this.#mappings.simple, options)
  }

  /**
   * Reads the first entry of an envelope and what it refers to.
   *
   * @param blocks  header blocks that it may refer to, too
   * @returns undefined for an empty Body
   * @throws SoapFault for what cannot be decoded, or is not what the schema declares
   */
  *reading(envelope: Envelope, blocks: readonly XmlElement[] = []): Walk<Decoded | undefined> {
    const [entry] = envelope.entries
    if (!entry) return undefined
    const pace = new Pace()
    const around = encodingAround(envelope)
    const { namespace } = envelope.version
    const roots = [...blocks, ...envelope.entries]
    const ids = yield* identified(roots, around, namespace, pace)
    const style = styleAt(entry, namespace) ?? around
    if (style === 'unknown') throw unknownEncoding()
    // The contract says that it is encoded, whether the message claims it or not.
    const dialect = style === 'literal' ? around : style
    const graph = new Graph({
      forms: this.#forms,
      mappings: this.#mappings,
      texts: new Texts(this.#mappings, this.#simple),
      references: new References(ids),
      envelope: namespace,
      pace,
    })
    let read: Value
    const location = { above: undefined, step: entry.local }
    const slot = {
      location,
      nil: 'null',
      put: (value: Value) => {
        read = value
      },
    } as const
    yield* graph.reading({ element: entry, dialect }, this.#formOf(clarkName(entry)), slot)
    yield* checkingHeight(read, location, pace)
    const values = isRecord(read) ? read : { value: read }
    return { entry, values, encoding: dialect.name }
  }

  /**
   * Writes named values as an entry, with what is to stand behind it in Body.
   *
   * @param name  of the entry
   * @throws TypeError for values that the schema does not allow, with their place
   */
  *writing(
    name: ClarkName,
    values: Values,
    { encoding, version, result, checked = true }: Encoding,
  ): Walk<readonly [entry: XmlElement, ...independent: XmlElement[]]> {
    const dialect = DIALECTS[encoding]
    const entry = element({ name, prefix: 'm' })
    const pace = new Pace()
    const names = new Names(entry.namespace, dialect.uri)
    const marks = new Marks(yield* sharedIn(values, pace), dialect, names)
    const writing = new Writing({
      forms: this.#forms,
      mappings: this.#mappings,
      dialect,
      names,
      marks,
      pace,
      location: new Location(entry.local, checked),
      envelope: version.namespace,
    })
    const style = attribute(`{${version.namespace}}encodingStyle`, dialect.uri, version.prefix)
    const form = this.#formOf(name)
    const own = marks.here(values)
    const accessors = yield* writing.entry(values, form)
    const [first] = accessors
    // SOAP 1.1 §7.1 names no result: a caller would take what does for the first part.
    const named = version.name === '1.2' && result !== undefined && result in values
    const results = named && first ? [resultOf(first, names)] : []
    const independent: XmlElement[] = []
    // More are added while they are written.
    for (const { value, form, id } of marks.independent) {
      const root = names.attribute({ namespace: dialect.uri, local: 'root' }, '0')
      const attributes = [marks.id(id), root, style]
      independent.push(yield* writing.independent(INDEPENDENT, value, form, attributes))
    }
    const scope = { declarations: names.declarations, parent: undefined }
    return [
      { ...entry, attributes: [...own, style], children: [...accessors, ...results], scope },
      ...independent.map((one) => ({ ...one, scope: declaredOn(one, names) })),
    ]
  }

  /** Of what nothing is declared, all accessors are taken. */
  #formOf(name: ClarkName): Form {
    const declaration = this.#forms.schema.elements.get(name)
    return declaration ? this.#forms.of(declaration.type) : STRUCT
  }
}

/** The name and the content of an accessor that is not declared. */
const INDEPENDENT = { namespace: '', local: 'multiRef' } as const

/** What holds in Body where the entry says nothing: SOAP 1.1 lets Envelope and Body say it, too. */
function encodingAround({ version, root, body }: Envelope): Dialect {
  const own = DIALECTS[version.name]
  const style = styleAt(body, version.namespace) ?? styleAt(root, version.namespace)
  return typeof style === 'object' ? style : own
}

/** SOAP 1.2 Part 2 §4.2.1: `rpc:result` holds the name of the accessor that has the return value. It stands last, as clients take the first for the value. */
function resultOf(accessor: XmlElement, names: Names): XmlElement {
  const name = `{${RPC_NAMESPACE}}result`
  return element({ name, prefix: 'rpc', children: [names.qname(accessor)] })
}

/** Prefixes in a text of an independent element are its own. */
function declaredOn({ scope }: XmlElement, names: Names): XmlElement['scope'] {
  return { declarations: [...scope.declarations, ...names.declarations], parent: undefined }
}
