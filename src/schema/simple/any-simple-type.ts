/** `anySimpleType`, the simple ur-type definition (Part 1 §3.14.7): any text at all. */
import { XSD_NAMESPACE } from '../../xml/tree.js'
import type { SimpleType } from '../components.js'
import { TEXT } from './primitives.js'
import { Type } from './type.js'

export const ANY_SIMPLE_TYPE: SimpleType = new Type(
  {
    base: undefined,
    variety: 'any',
    builtIn: 'anySimpleType',
    facets: { whiteSpace: 'preserve', fixed: new Set() },
    nature: TEXT,
  },
  { local: 'anySimpleType', namespace: XSD_NAMESPACE, final: new Set(), source: undefined },
)
