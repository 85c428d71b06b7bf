/** Writes the man page, in the macros of mdoc(7), from what the commands tell of themselves. */
import {
  type CommandDescription,
  everyCommand,
  type OptionDescription,
} from '../../src/cli/completion/command-tree.js'

const ENVIRONMENT = [
  ['WAYBILL_CONFIG', 'Path of the configuration file, where --config does not give one.'],
  [
    'WAYBILL_HTTP__PORT',
    'As any key of the configuration: two underscores step into a section, one joins words.\nIt wins over the file, and --set wins over it.',
  ],
  ['NO_COLOR', 'No colours, on a terminal neither.'],
  ['FORCE_COLOR', 'Colours in a pipe, too.'],
  ['VISUAL', 'Editor of waybill dead edit; before EDITOR.'],
  ['EDITOR', 'Editor of waybill dead edit; vi is the default.'],
] as const

const FILES = [
  ['waybill.yaml', 'The configuration, wherever --config says.'],
  ['waybill-state', 'The embedded queue and quarantined mail, wherever stateDir says.'],
] as const

/** @param date  as mdoc has it, such as `November 23, 2026` */
export function manPage(program: CommandDescription, date: string): string {
  const commands = everyCommand(program).filter(
    ({ path, commands: below }) => path.length > 0 && below.length === 0,
  )
  return `${[
    '.\\" Written by test/cli/man.test.ts from the commands: UPDATE_DOCS=1 writes it anew.',
    `.Dd ${date}`,
    '.Dt WAYBILL 1',
    '.Os',
    '.Sh NAME',
    '.Nm waybill',
    '.Nd SOAP node for HTTP and mail',
    '.Sh SYNOPSIS',
    '.Nm waybill',
    '.Ar command',
    '.Op Ar options',
    '.Op Ar arguments',
    '.Sh DESCRIPTION',
    '.Nm',
    'takes SOAP 1.1 and 1.2 envelopes over HTTP and mail,',
    'runs the operations of its plugins, and forwards what is for others.',
    '.Pp',
    'Results go to standard output, and what is told beside them to standard error.',
    'With',
    '.Fl -json ,',
    'results are JSON on lines of their own.',
    'Colours and progress are shown on a terminal only.',
    '.Sh COMMANDS',
    ...commands.flatMap(commandOf),
    '.Sh ENVIRONMENT',
    ...list(ENVIRONMENT, 'Ev'),
    '.Sh FILES',
    ...list(FILES, 'Pa'),
    '.Sh EXIT STATUS',
    '.Bl -tag -width Ds',
    ...Object.entries({ 0: 'done', ...program.exits }).flatMap(([code, meaning]) => [
      `.It ${code}`,
      ...sentences(meaning),
    ]),
    '.El',
    '.Sh EXAMPLES',
    ...literal(program.examples),
    '.Sh SEE ALSO',
    'The folder',
    '.Pa docs',
    'of the package:',
    '.Pa configuration.md',
    'lists every key,',
    '.Pa errors.md',
    'every error,',
    '.Pa operating.md',
    'is about operating a node.',
  ].join('\n')}\n`
}

function commandOf({
  path,
  description,
  arguments: operands,
  options,
  examples,
  exits,
}: CommandDescription): readonly string[] {
  return [
    `.Ss waybill ${path.join(' ')}`,
    ...sentences(description),
    ...(operands.length + options.length === 0 ? [] : ['.Bl -tag -width Ds']),
    ...operands.flatMap(({ name, description: text }) => [
      `.It Ar ${name.replace(/[<>[\]]/g, '')}`,
      ...sentences(text),
    ]),
    ...options.flatMap(optionOf),
    ...(operands.length + options.length === 0 ? [] : ['.El']),
    ...(Object.keys(exits).length === 0
      ? []
      : [
          '.Pp',
          ...sentences(
            `Exit status: ${Object.entries(exits)
              .map(([code, meaning]) => `${code} ${meaning}`)
              .join('; ')}.`,
          ),
        ]),
    '.Pp',
    examples.length === 1 ? 'Example:' : 'Examples:',
    ...literal(examples),
  ]
}

function optionOf({
  short,
  long,
  flags,
  description,
  takes,
  preset,
}: OptionDescription): readonly string[] {
  const value = /[<[]([^\]>]+)[\]>]/.exec(flags)?.[1]
  const name = `Fl -${long.slice(2)}${value === undefined ? '' : ` Ar ${macroArgument(value)}`}`
  const more = [
    ...(takes.kind === 'choice' ? [`One of ${takes.choices.join(', ')}.`] : []),
    ...(preset === undefined ? [] : [`Default: ${preset}.`]),
  ]
  return [
    `.It ${short === undefined ? '' : `Fl ${short.slice(1)} , `}${name}`,
    ...sentences(description),
    ...more.flatMap(sentences),
  ]
}

function list(rows: readonly (readonly [string, string])[], macro: string): readonly string[] {
  const lines = rows.flatMap(([name, text]) => [
    `.It ${macro} ${name}`,
    ...sentences(text.replaceAll('\n', ' ')),
  ])
  return ['.Bl -tag -width Ds', ...lines, '.El']
}

/** Examples as they are typed; a line that goes on is indented. */
function literal(examples: readonly string[]): readonly string[] {
  const lines = examples.flatMap((one) => one.replaceAll('\n', '\n  ').split('\n'))
  return ['.Bd -literal -offset indent', ...lines.map(text), '.Ed']
}

/** Each begins on a line of its own, as mdoc(7) has it, and no line is long. */
function sentences(reported: string): readonly string[] {
  const whole = /^[a-z]+[ ,]/.test(reported)
    ? reported.charAt(0).toUpperCase() + reported.slice(1)
    : reported
  const ended = /[.!?]$/.test(whole) ? whole : `${whole}.`
  return ended
    .replaceAll(/([.!?]) (?=[A-Z])/g, '$1\n')
    .split('\n')
    .flatMap((line) =>
      line
        .replaceAll(/(.{1,76})(?: |$)/g, '$1\n')
        .trimEnd()
        .split('\n'),
    )
    .map(text)
}

/** Text that is no macro and has no escape. */
function text(line: string): string {
  return line
    .replaceAll('\\', '\\e')
    .replaceAll('…', '...')
    .replaceAll('’', "'")
    .replaceAll(/(?<=^|[\s=])-/g, '\\-')
    .replace(/^([.'])/, '\\&$1')
}

/** A word that is the name of a macro, or a delimiter, would be taken for one. */
function macroArgument(value: string): string {
  return value.replaceAll(/[:.,;]/g, '\\&$&')
}
