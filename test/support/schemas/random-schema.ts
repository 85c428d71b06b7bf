/** Makes random schemas from a seed: types of every derivation, groups, wildcards, substitution, keys. */
import type { Random } from '../random.js'
import { ComplexTypes } from './complex.js'
import type { ElementModel, SchemaModel, SimpleModel } from './model.js'
import { inline, name } from './simple.js'

export const TARGET = 'urn:target'
export const OTHER = 'urn:other'

export function randomSchema(random: Random): SchemaModel {
  const qualified = random.chance(0.6)
  const simple: SimpleModel[] = []
  const texts: string[] = []
  for (let index = 0; index < 5; index += 1) {
    const [type, text] = name(inline(random), `S${index}`)
    simple.push(type)
    texts.push(text)
  }
  const types = new ComplexTypes(random, simple)
  for (let index = 0; index < 2 + random.below(4); index += 1) types.add()
  const roots: readonly ElementModel[] = types.globals()
  const text = [
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="${TARGET}" targetNamespace="${TARGET}"`,
    `${qualified ? ' elementFormDefault="qualified"' : ''}${random.chance(0.1) ? ' attributeFormDefault="qualified"' : ''}${defaults(random)}>`,
    ...texts,
    ...types.texts,
    '</xs:schema>',
  ].join('\n')
  return { text, namespace: TARGET, qualified, roots }
}

function defaults(random: Random): string {
  if (random.chance(0.05))
    return ` blockDefault="${random.pick(['extension', 'restriction', 'substitution', '#all'])}"`
  return random.chance(0.03) ? ` finalDefault="${random.pick(['extension', 'restriction'])}"` : ''
}
