/** The completion script of bash: one function that walks the words to the command and offers what it takes. */
import { type CommandDescription, everyCommand, type Takes } from './command-tree.js'

export function bashScript(program: CommandDescription): string {
  const commands = everyCommand(program)
  return `# bash completion for waybill; put it where bash-completion finds it, or:
#   source <(waybill completion bash)
_waybill() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  # Words end at = and : for bash, and not for this program.
  if declare -F _get_comp_words_by_ref >/dev/null; then
    _get_comp_words_by_ref -n =: -c current -p previous
  fi
  local path="waybill" word index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    case "$path $word" in
${commands
  .filter(({ path }) => path.length > 0)
  .map(({ path }) => `      '${['waybill', ...path].join(' ')}') path="$path $word" ;;\n`)
  .join('')}    esac
  done
  case "$path $previous" in
${commands.flatMap(valuesOf).join('')}  esac
  if [[ $current == -* ]]; then
    case "$path" in
${commands.map(optionsOf).join('')}    esac
    return
  fi
  case "$path" in
${commands.map(operandsOf).join('')}  esac
}
complete -F _waybill waybill
`
}

/** What follows an option that takes a value. */
function valuesOf({ path, options }: CommandDescription): readonly string[] {
  return options.flatMap(({ short, long, takes }) => {
    if (takes.kind === 'nothing') return []
    const names = [short, long].flatMap((name) =>
      name === undefined ? [] : `'${['waybill', ...path, name].join(' ')}'`,
    )
    return `    ${names.join('|')}) ${offer(takes)}; return ;;\n`
  })
}

function optionsOf({ path, options }: CommandDescription): string {
  const names = [...options.map(({ long }) => long), '--help'].join(' ')
  return `      '${['waybill', ...path].join(' ')}') COMPREPLY=($(compgen -W '${names}' -- "$current")) ;;\n`
}

function operandsOf(command: CommandDescription): string {
  const { path, commands, arguments: operands } = command
  const words = commands.map((one) => one.path.at(-1) ?? '')
  const takes: Takes =
    words.length > 0 ? { kind: 'choice', choices: words } : (operands[0]?.takes ?? { kind: 'text' })
  return `    '${['waybill', ...path].join(' ')}') ${offer(takes)} ;;\n`
}

function offer(takes: Takes): string {
  switch (takes.kind) {
    case 'choice':
      return `COMPREPLY=($(compgen -W '${takes.choices.join(' ')}' -- "$current"))`
    case 'file':
      return 'compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")'
    case 'folder':
      return 'compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current")'
    case 'text':
    case 'nothing':
      return 'COMPREPLY=()'
  }
}
