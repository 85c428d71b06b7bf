/** The commands as data, read off the program: for completion, the man page and the documentation. */
import type { Argument, Command, Option } from 'commander'
import { CliCommand, type Exits, type JsonShape } from '../command/command.js'

/** What may stand in a place of the command line. */
export type Takes =
  | { readonly kind: 'nothing' | 'file' | 'folder' | 'text' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }

export interface OptionDescription {
  /** As help has it, such as `-c, --config <file>`. */
  readonly flags: string
  readonly short: string | undefined
  readonly long: string
  readonly description: string
  readonly takes: Takes
  /** As JSON; undefined for none, and for a switch. */
  readonly preset: string | undefined
  readonly required: boolean
}

export interface ArgumentDescription {
  /** As usage has it, such as `[ids...]`. */
  readonly name: string
  readonly description: string
  readonly takes: Takes
  readonly preset: string | undefined
}

export interface CommandDescription {
  /** Its words after `waybill`; none for the program itself. */
  readonly path: readonly string[]
  readonly description: string
  readonly arguments: readonly ArgumentDescription[]
  readonly options: readonly OptionDescription[]
  readonly examples: readonly string[]
  readonly exits: Exits
  readonly json: JsonShape | undefined
  readonly commands: readonly CommandDescription[]
}

/** @param command  loaded whole, with all below it */
export function describeCommand(
  command: Command,
  path: readonly string[] = [],
): CommandDescription {
  const { examples, exits, json } =
    command instanceof CliCommand ? command : { examples: [], exits: {}, json: undefined }
  return {
    path,
    description: command.description(),
    arguments: command.registeredArguments.map(describeArgument),
    options: command.options.map(describeOption),
    examples,
    exits,
    json,
    commands: command.commands.map((one) => describeCommand(one, [...path, one.name()])),
  }
}

/** A command and all below it, in the order of help. */
export function everyCommand(command: CommandDescription): readonly CommandDescription[] {
  return [command, ...command.commands.flatMap(everyCommand)]
}

function describeOption({ flags, short, long, ...option }: Option): OptionDescription {
  const { description, argChoices, defaultValue, mandatory, required, optional } = option
  return {
    flags,
    short,
    long: long ?? '',
    description,
    takes: required || optional ? takes(flags, argChoices) : { kind: 'nothing' },
    preset: presetOf(option.defaultValueDescription ?? defaultValue),
    required: mandatory,
  }
}

function describeArgument(argument: Argument): ArgumentDescription {
  const { description, required, variadic, argChoices, defaultValue } = argument
  const name = `${argument.name()}${variadic ? '...' : ''}`
  return {
    name: required ? `<${name}>` : `[${name}]`,
    description,
    takes: takes(`<${name}>`, argChoices),
    preset: presetOf(defaultValue),
  }
}

/** What stands in the angle brackets says it: `<file>` is one, and `<files...>` are some. */
function takes(flags: string, choices: readonly string[] | undefined): Takes {
  if (choices) return { kind: 'choice', choices }
  if (/[<[](files?|source)(\.\.\.)?[>\]]/.test(flags)) return { kind: 'file' }
  return /[<[]folder[>\]]/.test(flags) ? { kind: 'folder' } : { kind: 'text' }
}

function presetOf(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'boolean' || Array.isArray(value)) return undefined
  return String(value)
}
