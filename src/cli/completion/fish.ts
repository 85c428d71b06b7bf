/** The completion script of fish: a line for each command and option, under the condition that the words lead there. */
import { type CommandDescription, everyCommand, type Takes } from './command-tree.js'

export function fishScript(program: CommandDescription): string {
  const commands = everyCommand(program)
  return `# fish completion for waybill; put it into ~/.config/fish/completions/waybill.fish, or:
#   waybill completion fish | source

# True if the words before the cursor lead to this command, and to none below it.
function __waybill_at
    set --local path
    for word in (commandline --tokenize --current-process --cut-at-cursor)[2..]
        switch "$path $word"
            case ${commands
              .filter(({ path }) => path.length > 0)
              .map(({ path }) => quoted(pathOf(path)))
              .join(' ')}
                set path "$path $word"
        end
    end
    test "$path" = "$argv[1]"
end

complete --command waybill --no-files
${commands.flatMap(linesOf).join('\n')}
`
}

/** As `__waybill_at` builds it: each word after a space. */
function pathOf(path: readonly string[]): string {
  return path.map((word) => ` ${word}`).join('')
}

function linesOf(command: CommandDescription): readonly string[] {
  const { path, commands, options, arguments: operands } = command
  const at = `complete --command waybill --condition ${quoted(`__waybill_at ${quoted(pathOf(path))}`)}`
  return [
    ...commands.map(
      (one) =>
        `${at} --arguments ${quoted(one.path.at(-1) ?? '')} --description ${quoted(one.description)}`,
    ),
    ...options.map(({ short, long, description, takes }) => {
      const letter = short === undefined ? '' : ` --short-option ${short.slice(1)}`
      return `${at}${letter} --long-option ${long.slice(2)} --description ${quoted(description)}${argumentOf(takes)}`
    }),
    `${at} --short-option h --long-option help --description 'display help'`,
    ...(commands.length === 0
      ? operands.slice(0, 1).flatMap(({ takes }) => operandOf(at, takes))
      : []),
  ]
}

function argumentOf(takes: Takes): string {
  switch (takes.kind) {
    case 'nothing':
      return ''
    case 'text':
      return ' --exclusive'
    case 'file':
      return ' --require-parameter --force-files'
    case 'folder':
      return " --exclusive --arguments '(__fish_complete_directories)'"
    case 'choice':
      return ` --exclusive --arguments ${quoted(takes.choices.join(' '))}`
  }
}

function operandOf(at: string, takes: Takes): readonly string[] {
  switch (takes.kind) {
    case 'nothing':
    case 'text':
      return []
    case 'file':
      return [`${at} --force-files`]
    case 'folder':
      return [`${at} --arguments '(__fish_complete_directories)'`]
    case 'choice':
      return [`${at} --arguments ${quoted(takes.choices.join(' '))}`]
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
