/** Writes random elements of a random schema: mostly valid ones, and ones that are changed in one or two places. */
import { escapeAttribute, escapeText } from '../../../src/xml/write.js'
import type { Random } from '../random.js'
import type {
  AttributeModel,
  ComplexModel,
  ElementModel,
  GroupModel,
  ParticleModel,
  SchemaModel,
  WildcardModel,
} from './model.js'

/** An element that can be changed. */
export interface Node {
  /** With its prefix. */
  name: string
  attributes: [name: string, value: string][]
  children: (Node | string)[]
}

const MAX_DEPTH = 7
/** A type may require itself. */
const MAX_NODES = 60

export function randomInstance(random: Random, schema: SchemaModel): Node {
  const make = new Instances(random, schema)
  const usable = schema.roots.filter(isUsable)
  return make.element(random.pick(usable.length > 0 ? usable : schema.roots), 0)
}

/** False for an abstract one that nothing can stand for. */
function isUsable({ more, members, type }: ElementModel): boolean {
  if (more.includes('abstract') && members.length === 0) return false
  return type.kind === 'simple' || !type.abstract || type.derived.some(({ abstract }) => !abstract)
}

class Instances {
  readonly #random: Random
  readonly #schema: SchemaModel
  #nodes = 0

  constructor(random: Random, schema: SchemaModel) {
    this.#random = random
    this.#schema = schema
  }

  element(declared: ElementModel, depth: number): Node {
    const random = this.#random
    this.#nodes += 1
    const { members } = declared
    const abstract = declared.more.includes('abstract')
    const model =
      members.length > 0 && (abstract || random.chance(0.4)) ? random.pick(members) : declared
    const name = model.global || this.#schema.qualified ? `t:${model.local}` : model.local
    const node: Node = { name, attributes: [], children: [] }
    const type = this.#typeOf(model, node)
    if (model.nillable && random.chance(0.2)) {
      node.attributes.push(['xsi:nil', 'true'])
      if (type.kind === 'complex') this.#attributes(type.attributes, node)
      return node
    }
    if (type.kind === 'simple') {
      const empty = model.constraint !== '' && random.chance(0.4)
      if (!empty) node.children.push(model.fixed ?? type.sample(random))
      return node
    }
    this.#attributes(type.attributes, node)
    if (type.anyAttribute && random.chance(0.3)) node.attributes.push(['o:extra', 'x'])
    if (type.content?.kind === 'simple') node.children.push(type.content.sample(random))
    else if (type.content) this.#group(type.content, node, depth + 1)
    if (type.mixed && random.chance(0.5))
      node.children.splice(random.below(node.children.length + 1), 0, 'some text')
    else if (
      !type.mixed &&
      type.content?.kind !== 'simple' &&
      node.children.length > 0 &&
      random.chance(0.3)
    )
      node.children.unshift('\n ')
    return node
  }

  #typeOf({ type }: ElementModel, node: Node): ElementModel['type'] {
    const random = this.#random
    if (type.kind === 'simple' || type.derived.length === 0) return type
    if (!type.abstract && random.chance(0.7)) return type
    const concrete = type.derived.filter(({ abstract }) => !abstract)
    const derived: ComplexModel = random.pick(concrete.length > 0 ? concrete : type.derived)
    node.attributes.push(['xsi:type', `t:${derived.name}`])
    return derived
  }

  #attributes(attributes: readonly AttributeModel[], node: Node): void {
    const random = this.#random
    for (const { name, type, use, fixed } of attributes) {
      if (use === 'prohibited' || (use === 'optional' && random.chance(0.5))) continue
      const named = this.#schema.text.includes('attributeFormDefault="qualified"')
        ? `t:${name}`
        : name
      node.attributes.push([named, fixed ?? type.sample(random)])
    }
  }

  #group(group: GroupModel, into: Node, depth: number): void {
    const random = this.#random
    switch (group.kind) {
      case 'sequence':
        for (const particle of group.particles) this.#particle(particle, into, depth)
        return
      case 'choice':
        if (group.particles.length > 0) this.#particle(random.pick(group.particles), into, depth)
        return
      case 'all':
        for (const particle of group.particles.toSorted(() => random.next() - 0.5)) {
          this.#particle(particle, into, depth)
        }
    }
  }

  #particle({ min, max, term }: ParticleModel, into: Node, depth: number): void {
    const random = this.#random
    if (this.#nodes > MAX_NODES) return
    const most = depth > MAX_DEPTH ? min : Math.min(max, min + 2)
    for (let times = min + random.below(most - min + 1); times > 0; times -= 1) {
      if (term.kind === 'element') into.children.push(this.element(term, depth))
      else if (term.kind === 'any') into.children.push(this.#any(term))
      else this.#group(term, into, depth)
    }
  }

  #any({ namespaces, process }: WildcardModel): Node {
    const random = this.#random
    if (process === 'strict' || random.chance(0.2)) {
      const root = random.pick(this.#schema.roots)
      return { name: `t:${root.local}`, attributes: [], children: [] }
    }
    const name = namespaces === '##local' ? 'loose' : `o:${random.pick(['one', 'two'])}`
    return { name, attributes: [], children: random.chance(0.3) ? ['text'] : [] }
  }
}

const SCOPE =
  ' xmlns:t="urn:target" xmlns:o="urn:other" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

/** The document that an element is the root of. */
export function writeInstance(root: Node): string {
  return written(root, SCOPE)
}

function written({ name, attributes, children }: Node, scope: string): string {
  const inside = children.map((child) =>
    typeof child === 'string' ? escapeText(child) : written(child, ''),
  )
  const unique = new Map(attributes)
  const shown = [...unique].map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`).join('')
  return `<${name}${scope}${shown}>${inside.join('')}</${name}>`
}
