/** The completion script of zsh: a function for each command, made of `_arguments` and `_describe`. */
import {
  type ArgumentDescription,
  type CommandDescription,
  everyCommand,
  type OptionDescription,
} from './command-tree.js'

export function zshScript(program: CommandDescription): string {
  return `#compdef waybill
# zsh completion for waybill; put it into a folder of $fpath as _waybill, or:
#   source <(waybill completion zsh)

${everyCommand(program).map(functionOf).join('\n')}
if [ "$funcstack[1]" = "_waybill" ]; then
  _waybill "$@"
else
  compdef _waybill waybill
fi
`
}

function nameOf(path: readonly string[]): string {
  return ['_waybill', ...path].join('_')
}

function functionOf(command: CommandDescription): string {
  return command.commands.length > 0 ? groupOf(command) : leafOf(command)
}

/** A command with others below it. */
function groupOf({ path, options, commands }: CommandDescription): string {
  const words = commands.map(
    (one) => `    ${quoted(`${one.path.at(-1)}:${one.description.replaceAll(':', '\\:')}`)}\n`,
  )
  const cases = commands.map((one) => `        ${one.path.at(-1)}) ${nameOf(one.path)} ;;\n`)
  return `${nameOf(path)}() {
  local curcontext="$curcontext" state line
  local -a commands=(
${words.join('')}  )
  _arguments -C \\
${options.map(optionOf).join('')}    '(-h --help)'{-h,--help}'[display help]' \\
    '1: :->command' '*::argument:->rest'
  case $state in
    command) _describe -t commands command commands ;;
    rest)
      case $line[1] in
${cases.join('')}      esac ;;
  esac
}
`
}

function leafOf({ path, options, arguments: operands }: CommandDescription): string {
  return `${nameOf(path)}() {
  _arguments -S \\
${options.map(optionOf).join('')}${operands.map(positionOf).join('')}    '(-h --help)'{-h,--help}'[display help]'
}
`
}

/** By zshcompsys(1): `(exclusion)*-x[explanation]:message:action`. */
function optionOf({ short, long, description, takes }: OptionDescription): string {
  const again = /may be repeated/.test(description)
  const text = `[${description.replace(/[[\]:]/g, '\\$&')}]${actionOf(takes)}`
  const mark = again ? '*' : ''
  if (short === undefined) return `    ${quoted(`${mark}${long}${text}`)} \\\n`
  const both = again ? quoted(mark) : quoted(`(${short} ${long})`)
  return `    ${both}{${short},${long}}${quoted(text)} \\\n`
}

function positionOf({ name, takes }: ArgumentDescription, index: number): string {
  const many = name.includes('...')
  const word = name.replace(/[<>[\].:]/g, '')
  const optional = name.startsWith('[') ? ':' : ''
  const position = many ? '*' : `${index + 1}${optional}`
  return `    ${quoted(`${position}${actionOf(takes, word)}`)} \\\n`
}

function actionOf(takes: OptionDescription['takes'], word = 'value'): string {
  switch (takes.kind) {
    case 'nothing':
      return ''
    case 'text':
      return `:${word}: `
    case 'file':
      return `:${word}:_files`
    case 'folder':
      return `:${word}:_files -/`
    case 'choice':
      return `:${word}:(${takes.choices.join(' ')})`
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
