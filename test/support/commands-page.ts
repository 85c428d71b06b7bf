/** Writes docs/commands.md from what the commands tell of themselves. */
import { type CommandDescription, everyCommand } from '../../src/cli/completion/command-tree.js'
import { filled } from './filled.js'

const TOP = `# Commands

Every command of \`waybill\`, with its options, examples, exit codes and the keys of its JSON. This page is written from
the program: \`UPDATE_DOCS=1 npx ava dist/test/cli/commands-page.test.js\`.

- Results go to standard output, other messages to standard error.
- \`--json\` prints one JSON object a line, unless documented otherwise, and always with every key: \`null\` where there
  is no value.
- Colours and progress are shown on a terminal only. \`NO_COLOR=1\` disables colours, \`FORCE_COLOR=1\` shows them in
  pipes.
- \`-h\` or \`--help\` after any command describes it; \`waybill help queue ls\` is the same as \`waybill queue ls --help\`.
- \`-c\` and \`-s\` select the configuration; see [configuration.md](configuration.md).
- Commands that show or change what a node keeps open its store themselves, whether it runs or not: they require no
  token, but the rights of its user on the state folder, or the password of Redis. They query the nodes of
  \`journal.nodes\` with the tokens that are configured there. \`waybill console\` makes its link from the [token in the
  state folder](admin.md#who-may-use-it).

## Completion

\`\`\`sh
waybill completion bash > /etc/bash_completion.d/waybill
waybill completion zsh > /usr/local/share/zsh/site-functions/_waybill
waybill completion fish > ~/.config/fish/completions/waybill.fish
\`\`\`

The script completes commands, options, the values of options that have a choice, and file names. Write it again after
an upgrade.
`

export function commandsPage(program: CommandDescription): string {
  const commands = everyCommand(program).filter(({ path }) => path.length > 0)
  return [
    TOP,
    '## Exit codes',
    exitTable(Object.entries({ 0: 'done', ...program.exits })),
    ...commands.map(sectionOf),
  ]
    .join('\n\n')
    .concat('\n')
}

function sectionOf(command: CommandDescription): string {
  const { path, description, arguments: operands, options, examples, exits, json } = command
  const usage = operands.map(({ name }) => ` ${name}`).join('')
  const rows = [
    ...operands.map(({ name, description: text, preset }) => row(name, text, preset)),
    ...options.map(({ flags, description: text, preset, takes }) =>
      row(flags, takes.kind === 'choice' ? `${text}: ${takes.choices.join(', ')}` : text, preset),
    ),
  ]
  const codes = Object.entries(exits).map(([code, meaning]) => `${code}: ${meaning}`)
  return [
    `## waybill ${path.join(' ')}${usage}`,
    filled(sentence(description)),
    ...(rows.length === 0
      ? []
      : ['| | | default |\n| --- | --- | --- |\n'.concat(rows.join('\n'))]),
    `\`\`\`sh\n${examples.join('\n')}\n\`\`\``,
    ...(codes.length === 0
      ? []
      : [filled(`Exit codes in addition to those of every command: ${codes.join('; ')}.`)]),
    ...(json === undefined ? [] : [jsonOf(json)]),
  ].join('\n\n')
}

function jsonOf({ what, keys }: NonNullable<CommandDescription['json']>): string {
  const rows = Object.entries(keys).map(([key, meaning]) => `| \`${key}\` | ${cell(meaning)} |`)
  const table = rows.length === 0 ? '' : `\n\n| key | |\n| --- | --- |\n${rows.join('\n')}`
  return filled(`\`--json\` prints ${what}.`) + table
}

function exitTable(exits: readonly (readonly [string, string])[]): string {
  const rows = exits.map(([code, meaning]) => `| ${code} | ${meaning} |`)
  return `| code | means |\n| --- | --- |\n${rows.join('\n')}`
}

function row(name: string, text: string, preset: string | undefined): string {
  return `| \`${name.replaceAll('|', '\\|')}\` | ${cell(text)} | ${preset === undefined ? '' : `\`${preset}\``} |`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}

function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1)
  return whole.endsWith('.') ? whole : `${whole}.`
}
