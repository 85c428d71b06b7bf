/** Random complex types, and the elements that are declared with them. */
import type { Random } from '../random.js'
import { writeAttribute, writeElement, writeGroup } from './declare.js'
import type {
  AttributeModel,
  ComplexModel,
  ElementModel,
  GroupModel,
  ParticleModel,
  SimpleModel,
} from './model.js'
import { randomSimple } from './simple.js'

const KEYS = ['unique', 'key'] as const

export class ComplexTypes {
  readonly texts: string[] = []
  readonly #random: Random
  readonly #simple: readonly SimpleModel[]
  readonly #complex: ComplexModel[] = []
  readonly #globals: ElementModel[] = []
  #names = 0

  constructor(random: Random, simple: readonly SimpleModel[]) {
    this.#random = random
    this.#simple = simple
  }

  /** Adds a type, and now and then an element of it that others may refer to. */
  add(): void {
    const random = this.#random
    const base = this.#complex.length > 0 ? random.pick(this.#complex) : undefined
    const type =
      base && random.chance(0.45)
        ? random.chance(0.6)
          ? this.#extension(base)
          : this.#restriction(base)
        : this.#fresh()
    this.#complex.push(type)
    this.texts.push(type.text)
    if (random.chance(0.5)) this.#declare(type)
  }

  /** At least one; any of them may be the root of a document. */
  globals(): readonly ElementModel[] {
    for (const type of this.#complex)
      if (!this.#globals.some((one) => one.type === type)) this.#declare(type)
    return this.#globals
  }

  #declare(type: ComplexModel): void {
    const random = this.#random
    const local = `g${this.#globals.length}`
    const heads = this.#globals.filter(
      (one) =>
        one.type === type || (one.type.kind === 'complex' && one.type.derived.includes(type)),
    )
    const head = heads.length > 0 && random.chance(0.7) ? random.pick(heads) : undefined
    const abstract = random.chance(0.08)
    const more = [
      abstract ? ' abstract="true"' : '',
      head ? ` substitutionGroup="t:${head.local}"` : '',
      random.chance(0.06)
        ? ` block="${random.pick(['extension', 'restriction', 'substitution'])}"`
        : '',
      random.chance(0.03) ? ` final="${random.pick(['extension', 'restriction'])}"` : '',
    ].join('')
    const element: ElementModel = {
      kind: 'element',
      local,
      global: true,
      type,
      nillable: random.chance(0.15),
      constraint: '',
      fixed: undefined,
      members: [],
      more,
      inside: this.#keys(type),
    }
    for (const above of [
      head,
      ...this.#globals.filter((one) => head && one.members.includes(head)),
    ]) {
      above?.members.push(element)
    }
    this.#globals.push(element)
    this.texts.push(writeElement(element))
  }

  /** Keys of elements right below, by an attribute or by their text. */
  #keys(type: ComplexModel): string {
    const random = this.#random
    if (!random.chance(0.25) || !type.content || type.content.kind === 'simple') return ''
    const named = type.content.particles
      .map(({ term }) => term)
      .filter((term) => term.kind === 'element')
    if (named.length === 0) return ''
    const one = random.pick(named)
    const attribute = one.type.kind === 'complex' ? one.type.attributes[0]?.name : undefined
    const field = attribute ? `@${attribute}` : '.'
    const of = random.pick([
      `t:${one.local}`,
      one.local,
      '*',
      `.//${one.local}`,
      `.//t:${one.local}`,
    ])
    this.#names += 1
    const key = `<xs:${random.pick(KEYS)} name="k${this.#names}"><xs:selector xpath="${of}"/><xs:field xpath="${field}"/></xs:`
    const kind = key.slice(4, key.indexOf(' '))
    const refers = random.chance(0.3)
      ? `<xs:keyref name="r${this.#names}" refer="t:k${this.#names}"><xs:selector xpath="${random.pick(['*', './/*', `t:${random.pick(named).local}`])}"/><xs:field xpath="${field}"/></xs:keyref>`
      : ''
    return `${key}${kind}>${refers}`
  }

  #fresh(): ComplexModel {
    const random = this.#random
    const kind = random.next()
    const content: ComplexModel['content'] =
      kind < 0.1 ? undefined : kind < 0.22 ? this.#simpleType() : this.#group(2)
    return this.#make({
      content,
      attributes: this.#attributes(3),
      mixed: content?.kind !== 'simple' && random.chance(0.12),
      wrap: (own, attributes) =>
        content?.kind === 'simple'
          ? simpleContent('extension', content.reference ?? 'xs:string', attributes)
          : own + attributes,
    })
  }

  #extension(base: ComplexModel): ComplexModel {
    const random = this.#random
    const { content } = base
    const attributes = this.#attributes(2)
    if (content?.kind === 'simple') {
      return this.#make({
        base,
        content,
        attributes: [...base.attributes, ...attributes],
        own: attributes,
        wrap: (_, own) => simpleContent('extension', `t:${base.name}`, own),
      })
    }
    const more = random.chance(0.8) ? this.#group(1) : undefined
    const both: ParticleModel[] = [content, more].flatMap((term) =>
      term ? [{ min: 1, max: 1, term }] : [],
    )
    return this.#make({
      base,
      content: both.length === 0 ? undefined : { kind: 'sequence', particles: both },
      attributes: [...base.attributes, ...attributes],
      own: attributes,
      mixed: base.mixed,
      wrap: (_, own) => complexContent('extension', base, `${more ? writeGroup(more) : ''}${own}`),
    })
  }

  #restriction(base: ComplexModel): ComplexModel {
    const random = this.#random
    const { content } = base
    const own = base.attributes.filter(({ use }) => use === 'optional' && random.chance(0.4))
    const narrowed = own.map((one) => ({
      ...one,
      use: random.pick(['required', 'prohibited'] as const),
      constraint: '',
      fixed: undefined,
    }))
    const attributes = base.attributes.map(
      (one) => narrowed.find(({ name }) => name === one.name) ?? one,
    )
    if (content?.kind === 'simple') {
      return this.#make({
        base,
        content,
        attributes,
        own: narrowed,
        wrap: (_, written) => simpleContent('restriction', `t:${base.name}`, written),
      })
    }
    const narrow = content && this.#narrow(content)
    return this.#make({
      base,
      content: narrow,
      attributes,
      own: narrowed,
      mixed: base.mixed && random.chance(0.7),
      wrap: (group, written) => complexContent('restriction', base, group + written),
    })
  }

  /** Mostly a group that accepts less. */
  #narrow(group: GroupModel): GroupModel {
    const random = this.#random
    const particles = group.particles.flatMap((particle): readonly ParticleModel[] => {
      const { min, max, term } = particle
      if (min === 0 && group.kind !== 'choice' && random.chance(0.3)) return []
      if (group.kind === 'choice' && group.particles.length > 1 && random.chance(0.2)) return []
      const wrong = random.chance(0.05)
      const narrowed = {
        min: random.chance(0.3) ? Math.min(max, min + 1) : min,
        max: wrong ? max + 1 : max,
      }
      const inside = 'particles' in term ? this.#narrow(term) : term
      return [{ ...narrowed, term: inside }]
    })
    return { kind: group.kind, particles }
  }

  /** One with a name, so that a restriction can say it again. */
  #simpleType(): SimpleModel {
    const type = randomSimple(this.#random, this.#simple)
    return type.reference ? type : this.#random.pick(this.#simple)
  }

  #attributes(most: number): readonly AttributeModel[] {
    const random = this.#random
    return random.many(most, () => {
      this.#names += 1
      const type = this.#simpleType()
      const use = random.pick(['optional', 'optional', 'required'] as const)
      const kind = random.next()
      const value = type.sample(random).replaceAll(/["<&]/g, '')
      const constraint =
        use === 'optional' && kind < 0.2
          ? ` default="${value}"`
          : kind > 0.9
            ? ` fixed="${value}"`
            : ''
      return {
        name: `x${this.#names}`,
        type,
        use,
        constraint,
        fixed: kind > 0.9 ? value : undefined,
      }
    })
  }

  #group(depth: number): GroupModel {
    const random = this.#random
    const top = depth === 2 && random.chance(0.1)
    if (top) {
      const particles = random.many(4, () => ({ ...this.#element(), min: random.below(2), max: 1 }))
      return { kind: 'all', particles }
    }
    const kind = random.pick(['sequence', 'sequence', 'choice'] as const)
    const particles: ParticleModel[] = Array.from({ length: 1 + random.below(4) }, () =>
      depth > 0 && random.chance(0.25)
        ? { ...this.#occurs(), term: this.#group(depth - 1) }
        : this.#element(),
    )
    if (depth === 2 && kind === 'sequence' && random.chance(0.15)) particles.push(this.#wildcard())
    return { kind, particles }
  }

  #wildcard(): ParticleModel {
    const random = this.#random
    const namespaces = random.pick([
      '##other',
      '##other',
      '##any',
      '##local',
      'urn:other',
      '##targetNamespace urn:other',
    ])
    return {
      ...this.#occurs(),
      term: { kind: 'any', namespaces, process: random.pick(['lax', 'skip', 'strict']) },
    }
  }

  #occurs(): { readonly min: number; readonly max: number } {
    const random = this.#random
    const min = random.pick([0, 1, 1, 1, 2])
    return {
      min,
      max: random.pick([Math.max(1, min), Math.max(1, min), min + 2, 7, Number.POSITIVE_INFINITY]),
    }
  }

  #element(): ParticleModel {
    const random = this.#random
    const occurs = this.#occurs()
    if (this.#globals.length > 0 && random.chance(0.15))
      return { ...occurs, term: random.pick(this.#globals) }
    const complex = this.#complex.length > 0 && random.chance(0.25)
    const inline = random.chance(0.15)
    const simple = inline ? randomSimple(random, this.#simple) : this.#simpleType()
    const type = complex ? random.pick(this.#complex) : simple
    const again = random.chance(0.04)
    if (!again) this.#names += 1
    const kind = complex ? 1 : random.next()
    const value = type.kind === 'simple' ? type.sample(random).replaceAll(/["<&]/g, '') : ''
    const constraint = kind < 0.08 ? ` default="${value}"` : kind < 0.14 ? ` fixed="${value}"` : ''
    const term: ElementModel = {
      kind: 'element',
      local: `e${this.#names}`,
      global: false,
      type,
      nillable: random.chance(0.1),
      constraint,
      fixed: kind >= 0.08 && kind < 0.14 ? value : undefined,
      members: [],
      more: random.chance(0.03) ? ` block="${random.pick(['extension', 'restriction'])}"` : '',
      inside: '',
    }
    return { ...occurs, term }
  }

  #make({
    base,
    content,
    attributes,
    own = attributes,
    mixed = false,
    wrap,
  }: {
    readonly base?: ComplexModel
    readonly content: ComplexModel['content']
    readonly attributes: readonly AttributeModel[]
    /** Those that it declares itself. */
    readonly own?: readonly AttributeModel[]
    readonly mixed?: boolean
    readonly wrap: (group: string, attributes: string) => string
  }): ComplexModel {
    const random = this.#random
    const name = `T${this.#complex.length}`
    const abstract = random.chance(0.06)
    const anyAttribute =
      !base && random.chance(0.1) ? random.pick(['##other', '##any', '##local']) : ''
    const group = content && content.kind !== 'simple' ? writeGroup(content) : ''
    const any =
      anyAttribute && `<xs:anyAttribute namespace="${anyAttribute}" processContents="lax"/>`
    const written = own.map(writeAttribute).join('') + any
    const more = [
      abstract ? ' abstract="true"' : '',
      mixed ? ' mixed="true"' : '',
      random.chance(0.04) ? ` block="${random.pick(['extension', 'restriction', '#all'])}"` : '',
      random.chance(0.03) ? ` final="${random.pick(['extension', 'restriction'])}"` : '',
    ].join('')
    const type: ComplexModel = {
      kind: 'complex',
      name,
      attributes,
      anyAttribute: anyAttribute || (base?.anyAttribute ?? ''),
      mixed,
      content,
      derived: [],
      text: `<xs:complexType name="${name}"${more}>${wrap(group, written)}</xs:complexType>`,
      abstract,
    }
    for (const one of this.#complex)
      if (one === base || one.derived.includes(base as ComplexModel)) one.derived.push(type)
    return type
  }
}

const simpleContent = (kind: string, base: string, inside: string) =>
  `<xs:simpleContent><xs:${kind} base="${base}">${inside}</xs:${kind}></xs:simpleContent>`

const complexContent = (kind: string, { name, mixed }: ComplexModel, inside: string) =>
  `<xs:complexContent${mixed ? ' mixed="true"' : ''}><xs:${kind} base="t:${name}">${inside}</xs:${kind}></xs:complexContent>`
