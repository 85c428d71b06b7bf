/** Changes elements of a random schema as mistakes would: a child gone, doubled or moved, a value or a name changed. */
import type { Random } from '../random.js'
import type { Node } from './instance.js'

const TEXTS = [
  '',
  ' ',
  'x',
  '1',
  '-1',
  '0',
  '1.0',
  ' 7 ',
  '99999999999999999999',
  '1e5',
  'true',
  'TRUE',
  'NaN',
  'INF',
  '+INF',
  '2001-02-29',
  '2000-02-29',
  '24:00:00',
  '12:60:00',
  '2001-01-01Z',
  '--02-30',
  'P',
  'P1Y',
  'PT',
  'AB==',
  'ABC',
  '0g',
  'a b',
  't:a',
  'nope:a',
  ':a',
  'abc',
  'abcdefgh',
  'a\tb',
  '12 13',
  '1 1',
  '0001-01-01',
  '-0001-01-01',
  '0000-01-01',
  '1.',
  '.',
  '00',
] as const

const NAMES = ['t:none', 'none', 'o:one', 't:g0', 't:g1', 'e1', 't:e1'] as const

const TYPES = [
  't:T0',
  't:T1',
  't:T2',
  't:S0',
  'xs:int',
  'xs:string',
  't:None',
  'xs:anyType',
] as const

/** @returns what was done */
export function mutateInstance(random: Random, root: Node): string {
  const nodes: Node[] = []
  const collect = (node: Node) => {
    nodes.push(node)
    for (const child of node.children) if (typeof child !== 'string') collect(child)
  }
  collect(root)
  const node = random.pick(nodes)
  const [name, change] = random.pick(CHANGES)
  change(node, random)
  return name
}

type Change = (node: Node, random: Random) => void

const any = <Item>(items: readonly Item[], random: Random) =>
  random.below(Math.max(1, items.length))

const CHANGES: readonly (readonly [name: string, change: Change])[] = [
  ['a child is left out', ({ children }, random) => children.splice(any(children, random), 1)],
  [
    'a child is doubled',
    ({ children }, random) => {
      const at = any(children, random)
      const child = children[at]
      if (child !== undefined)
        children.splice(at, 0, typeof child === 'string' ? child : structuredClone(child))
    },
  ],
  [
    'two children change places',
    ({ children }, random) => {
      const [one, other] = [any(children, random), any(children, random)]
      const [a, b] = [children[one], children[other]]
      if (a !== undefined && b !== undefined) [children[one], children[other]] = [b, a]
    },
  ],
  [
    'a text is another',
    (node, random) => {
      const at = node.children.findIndex((child) => typeof child === 'string')
      if (at === -1 && node.children.length > 0) return
      node.children.splice(Math.max(0, at), 1, random.pick(TEXTS))
    },
  ],
  [
    'a text is added',
    ({ children }, random) =>
      children.splice(any(children, random), 0, random.pick(['x', ' ', '1'])),
  ],
  [
    'a name is another',
    (node, random) => {
      node.name = random.pick(NAMES)
    },
  ],
  [
    'a prefix is another',
    (node) => {
      const [local = '', prefix] = node.name.split(':').reverse()
      node.name = prefix === undefined ? `t:${local}` : local
    },
  ],
  [
    'an element is added',
    ({ children }, random) =>
      children.splice(any(children, random), 0, {
        name: random.pick(NAMES),
        attributes: [],
        children: [],
      }),
  ],
  [
    'an attribute is left out',
    ({ attributes }, random) => attributes.splice(any(attributes, random), 1),
  ],
  [
    'an attribute is another',
    ({ attributes }, random) => {
      const one = attributes[any(attributes, random)]
      if (one && one[0] !== 'xsi:type') one[1] = random.pick(TEXTS)
    },
  ],
  [
    'an attribute is added',
    ({ attributes }, random) =>
      attributes.push([random.pick(['x1', 'none', 'o:a', 't:x1', 'xml:lang']), random.pick(TEXTS)]),
  ],
  [
    'a type is named',
    ({ attributes }, random) => attributes.push(['xsi:type', random.pick(TYPES)]),
  ],
  [
    'it is nil, or not',
    ({ attributes }, random) =>
      attributes.push(['xsi:nil', random.pick(['true', 'false', '1', 'maybe'])]),
  ],
  [
    'it is empty',
    (node) => {
      node.children = []
    },
  ],
]
