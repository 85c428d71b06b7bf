/** Validates an element by the components of a schema, and folds it into a value in the same walk. */
export type {
  Assessed,
  AssessedAttribute,
  AssessedChild,
  Fold,
  Validated,
} from './assessed.js'
export { CompiledSchema } from './compiled-schema.js'
