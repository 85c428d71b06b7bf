/** An operation of a plugin, with all that is read of its schema once, at start. */
import { fileURLToPath } from 'node:url'
import { schemaIn } from '../../contract/contract.js'
import { type EncodedOperation, encodedOperation } from '../../contract/encoding/operation.js'
import type { TypedElement, TypedSchema } from '../../contract/typed-schema.js'
import type { TypedSchemas } from '../../contract/typed-schemas.js'
import { refuseUndeclared } from '../../errors.js'
import type { AcceptedActions } from '../../message/accepted-actions.js'
import type { Operation } from '../../plugin.js'
import type { ClarkName } from '../../xml/tree.js'
import type { LoadedPlugin } from '../plugins/loaded.js'
import type { Check, Validator } from '../validation/validator.js'

export interface RegisteredOperation {
  readonly plugin: string
  /** True if it is called at the path of its plugin only, and not where the node as a whole is addressed. */
  readonly ownPath: boolean
  readonly operation: Operation
  /** Name of the body entry that calls it; undefined for an empty Body. */
  readonly entry: ClarkName | undefined
  readonly actions: AcceptedActions
  /** Name of the answer's body entry; undefined for an empty Body. */
  readonly response: ClarkName | undefined
  readonly schema: Check | undefined
  /** Checks its answers; undefined if they are not checked. */
  readonly answers: Check | undefined
  /** What the schema declares of its request, and of its answer. */
  readonly request: TypedElement | undefined
  readonly answer: TypedElement | undefined
  /** Reads and writes its messages if they are encoded; undefined for literal ones. */
  readonly encoded: EncodedOperation | undefined
  /** Its schema with the values that every operation gets, whatever this one has chosen. */
  readonly plain: TypedSchema | undefined
}

/** Whose answers are not checked. */
export interface AnswerChecks {
  /** Names of operations; `*` is any. */
  readonly unvalidatedAnswers?: readonly (ClarkName | '*')[] | undefined
}

/** Those that an operation takes; none are any. */
function actionsOf({ action = [] }: Operation): AcceptedActions {
  const actions = typeof action === 'string' ? [action].filter((one) => one !== '') : action
  return actions.length === 0 ? undefined : actions
}

/** What reads the schemas of operations. */
export interface Reading {
  /** Compiles them; undefined where validation is off. */
  readonly validator: Validator | undefined
  /** Those of all operations. */
  readonly schemas: TypedSchemas
}

/** Types direct how encoded messages are read and written: no schema is checked against them as a whole. */
const NOT_LITERAL = {
  schema: undefined,
  answers: undefined,
  request: undefined,
  answer: undefined,
  plain: undefined,
} as const

/**
 * @throws WaybillError WAYBILL_SCHEMA_INVALID for an operation that its schema does not declare
 * @throws InvalidSchema
 */
export function register(
  { name: plugin, ownPath = false, contract }: LoadedPlugin,
  operation: Operation,
  { validator, schemas }: Reading,
  { unvalidatedAnswers = [] }: AnswerChecks,
): RegisteredOperation {
  const { name, validateAnswer = true } = operation
  const actions = actionsOf(operation)
  const entry = (operation.entry === undefined ? name : operation.entry) ?? undefined
  const { response: named = `${name}Response` } = operation
  const response = named ?? undefined
  const file = operation.schema && fileURLToPath(operation.schema)
  const existing = file === undefined ? undefined : schemaIn(contract, file)
  const unchecked = unvalidatedAnswers.some((one) => one === '*' || one === name)
  const checks = validateAnswer && !unchecked
  if (operation.use === 'encoded') {
    const typed = file === undefined ? undefined : schemas.of(file, existing, operation.values)
    if (file !== undefined && typed && entry !== undefined) {
      refuseUndeclared(entry, typed.elements, file, plugin)
    }
    const encoded = encodedOperation({ entry, response }, typed, operation.values, checks)
    return { ...NOT_LITERAL, plugin, ownPath, operation, entry, actions, response, encoded }
  }
  const schema = file === undefined ? undefined : validator?.compile(file, existing)
  const compiled = schema?.compiled ?? existing
  const typed = file === undefined ? undefined : schemas.of(file, compiled, operation.values)
  if (file !== undefined && typed && entry !== undefined) {
    refuseUndeclared(entry, typed.elements, file, plugin)
  }
  const answer = response === undefined ? undefined : typed?.element(response)
  return {
    plugin,
    ownPath,
    operation,
    entry,
    actions,
    response,
    schema,
    answers: checks && answer ? schema : undefined,
    request: entry === undefined ? undefined : typed?.element(entry),
    answer,
    encoded: undefined,
    plain: file === undefined ? undefined : schemas.of(file, compiled),
  }
}
