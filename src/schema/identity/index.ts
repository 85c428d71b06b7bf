/** Identity constraints: their XPath, and the tables of keys that are kept while an element is validated. */
import type { NamespaceScope } from '../../xml/tree.js'
import type { Selector } from '../components.js'

/** @throws SchemaProblem with `c-selector-xpath` */
export declare function readSelector(xpath: string, scope: NamespaceScope): Selector
/** @throws SchemaProblem with `c-fields-xpaths` */
export declare function readField(xpath: string, scope: NamespaceScope): Selector
