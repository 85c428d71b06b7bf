/** Makes the validator of a node: opens the engines that the configuration names, and the second opinion. */
import { join } from 'node:path'
import type { Log } from '../../base/log.js'
import { WaybillError } from '../../errors.js'
import type { Observe } from '../../message/events/events.js'
import { type Finding, warning } from '../../message/finding.js'
import { InvalidSchema, type SchemaEngine } from '../../schema/engine.js'
import { type EngineName, openEngine, openSecondEngine, type Warn } from '../../schema/open.js'
import type { ChildLimits } from './bounds.js'
import { Differences } from './differences.js'
import { SecondOpinion } from './second-opinion.js'
import { Validator } from './validator.js'

/** What checks against schemas. */
export interface Engines {
  readonly engine: SchemaEngine
  /** Judges after it; undefined if nothing does. */
  readonly second: SchemaEngine | undefined
  /** Told what an operator should know of the second opinion. */
  readonly warn: Warn
  /** What `warn` was told, which stands in the log. */
  readonly findings: readonly Finding[]
}

/** The keys of the configuration that choose them. */
export interface ValidationOptions {
  readonly validate: boolean
  readonly schemaEngine: EngineName
  readonly secondOpinion: 'on' | 'off' | 'strict'
}

/** @param log  notified of what is missing */
export async function openEngines(
  { validate, schemaEngine, secondOpinion }: ValidationOptions,
  log: Pick<Log, 'warn'>,
): Promise<Engines> {
  const findings: Finding[] = []
  const warnOf =
    (key: string): Warn =>
    (fields, sentence) => {
      log.warn(fields, `${key}: ${sentence}`)
      findings.push(warning(key, sentence))
    }
  const warn = warnOf('soap.secondOpinion')
  const judges = validate && schemaEngine === 'waybill' && secondOpinion !== 'off'
  return {
    engine: await openEngine(schemaEngine),
    second: judges ? await openSecondEngine(warn) : undefined,
    warn,
    findings,
  }
}

/** What a validator is made from. */
export interface ValidatorParts extends Engines {
  readonly config: { readonly soap: ValidationOptions; readonly stateDir: string }
  readonly log: Pick<Log, 'warn'>
  readonly bounds: ChildLimits
  /** Is notified of differences. */
  readonly observe: Observe
}

export function makeValidator(parts: ValidatorParts): Validator {
  const { engine, second, bounds, log } = parts
  const opinion = second && makeOpinion(second, parts)
  return new Validator(engine, bounds, log, opinion)
}

function makeOpinion(engine: SchemaEngine, parts: ValidatorParts): SecondOpinion {
  const { config, log, warn, observe } = parts
  const differences = new Differences(join(config.stateDir, 'differences'))
  const strict = config.soap.secondOpinion === 'strict'
  return new SecondOpinion({ engine, strict, log, warn, observe, differences })
}

/** A schema that does not compile is the operator's to fix. */
export function withSchemas<Table>(make: () => Table): Table {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof InvalidSchema)) throw error
    throw new WaybillError('WAYBILL_SCHEMA_INVALID', `${error.location}: ${error.message}`, {
      cause: error,
    })
  }
}
