/** Makes components of documents: resolves what they name, and checks the rules about schemas. */
import type { ComplexType, Derivation, SchemaComponents, TypeDefinition } from '../components.js'
import type { SchemaDocument } from '../documents.js'

/**
 * @returns every component, with the built-in ones
 * @throws InvalidSchema with a finding for each rule that is broken, at most 10
 */
export declare function resolveSchema(documents: readonly SchemaDocument[]): SchemaComponents
/** `xs:anyType` (§3.4.7). */
export declare const ANY_TYPE: ComplexType
/** Type Derivation OK (§3.4.6 for complex, §3.14.6 for simple types). */
export declare function isDerivedFrom(
  type: TypeDefinition,
  base: TypeDefinition,
  without: ReadonlySet<Derivation>,
): boolean
