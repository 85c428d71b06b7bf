/** Describes the types with a name that the messages are made of, each once. */
import type { ComplexType, SimpleType, TypeDefinition } from '../../schema/components.js'
import { documentationOf } from '../../schema/types/documentation.js'
import { facetsOf } from './facets.js'
import { type Html, html } from './html.js'
import { type Members, notesLine, paragraphs } from './members.js'
import { isOwn, type NamedTypes } from './named-types.js'

/** Types on one page. */
const MAX_TYPES = 2_000

/** @returns undefined if there are none */
export function typesSection(types: NamedTypes, members: Members): Html | undefined {
  const described: Html[] = []
  for (const type of types.found) {
    if (described.length === MAX_TYPES) break
    described.push(describe(type, types, members))
  }
  if (described.length === 0) return undefined
  return html`<section class="types" aria-labelledby="types"><h2 id="types">Types</h2>${described}</section>
`
}

function describe(type: TypeDefinition, types: NamedTypes, members: Members): Html {
  const id = types.idOf(type)
  return html`<section class="one-type" aria-labelledby="${id}"><h3 id="${id}"><code>${type.local}</code></h3>
${paragraphs(documentationOf(type.source))}${type.kind === 'simple' ? simple(type, types) : complex(type, types, members)}</section>
`
}

function simple(type: SimpleType, types: NamedTypes): readonly (Html | undefined)[] {
  const { base, builtIn, item, variety } = type
  const made =
    variety === 'list' && item
      ? html`list of ${types.refer(item)}`
      : base && isOwn(base)
        ? types.refer(base)
        : html`<span class="type">${builtIn ?? 'text'}</span>`
  return [html`<p>${made}</p>`, notesLine(facetsOf(type))]
}

function complex(
  type: ComplexType,
  types: NamedTypes,
  members: Members,
): readonly (Html | undefined)[] {
  const { base, abstract, derivation } = type
  const derived = types.derivedFrom(type).map((one) => types.refer(one))
  const names = derived.map((name, index) => (index === 0 ? html`${name}` : html`, ${name}`))
  return [
    isOwn(base)
      ? html`<p class="note">${derivation === 'extension' ? 'extends' : 'narrows'} ${types.refer(base)}</p>`
      : undefined,
    derived.length === 0
      ? undefined
      : html`<p class="note">${abstract ? 'always' : 'also'} given as ${names}, named by <code>xsi:type</code></p>`,
    members.list(type) ?? html`<p class="note">empty</p>`,
  ]
}
