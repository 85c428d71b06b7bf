/** Asks real shells what they would offer at the end of a line, with the script of `waybill completion`. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bashScript } from '../../src/cli/completion/bash.js'
import { describeCommand } from '../../src/cli/completion/command-tree.js'
import { fishScript } from '../../src/cli/completion/fish.js'
import { zshScript } from '../../src/cli/completion/zsh.js'
import { createProgram } from '../../src/cli/program.js'

export type Shell = 'bash' | 'zsh' | 'fish'

const run = promisify(execFile)
const program = describeCommand(await createProgram([], true))
const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

/**
 * @param folder  where the shell is, with what files it offers
 * @param line    what was typed
 * @returns what it offers, sorted
 */
export async function completed(
  shell: Shell,
  folder: string,
  line: string,
): Promise<readonly string[]> {
  const script = join(folder, '.completion')
  writeFileSync(script, SCRIPTS[shell](program))
  const [args, asking] = ASKING[shell](script, line)
  const { stdout } = await run(shell, [...args, '-c', asking], {
    cwd: folder,
    timeout: 20_000,
    env: { PATH: process.env.PATH, HOME: folder, LINE: line, SCRIPT: script, TERM: 'dumb' },
  })
  const offered =
    shell === 'zsh'
      ? [...stdout.matchAll(/<hit>(.*?)<\/hit>/g)].map(([, hit = '']) => hit)
      : stdout.split('\n').map((one) => one.split('\t')[0] ?? '')
  return [...new Set(offered.filter((one) => one !== ''))].sort()
}

type Asking = (script: string, line: string) => readonly [args: readonly string[], asking: string]

/** What `compadd` is given, which is what it would show: zsh has no other way to be asked. */
const ZSH = `
zmodload zsh/zpty
zpty -b shell zsh -f -i
zpty -w shell 'PROMPT=; autoload -Uz compinit; compinit -D -u; source $SCRIPT
zstyle ":completion:*" list-grouped false
compadd () {
  if [[ "$*" = *(-O|-A|-D)* ]]; then builtin compadd "$@"; return; fi
  typeset -a hits; builtin compadd -A hits "$@"
  (( $#hits )) && print -l -- "<hit>"$^hits"</hit>"
}
bindkey "^I" complete-word
print "<re""ady>"'
zpty -r -m shell _ '*<ready>*'
zpty -n -w shell "$LINE"$'\\t'
zpty -n -w shell $'\\x15print "<do""ne>"\\n'
zpty -r -m shell said '*<done>*'
print -r -- $said
`

const ASKING: Readonly<Record<Shell, Asking>> = {
  bash: () => [
    ['--noprofile', '--norc'],
    `source "$SCRIPT"
compopt() { :; }
eval "COMP_WORDS=($LINE)"
[[ $LINE == *" " ]] && COMP_WORDS+=("")
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_waybill
printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  zsh: () => [['-f'], ZSH],
  fish: () => [['--no-config'], 'source $SCRIPT; complete --do-complete "$LINE"'],
}

/** Lines, and what each shell must offer at their end. */
export const LINES: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['waybill que', ['queue']],
  ['waybill queue ', ['backup', 'check', 'ls', 'pause', 'resume', 'show', 'stats', 'trim']],
  ['waybill queue ls --st', ['--state']],
  ['waybill queue ls --state ', ['dead', 'delayed', 'done', 'running', 'suspended', 'waiting']],
  ['waybill queue ls --state de', ['dead', 'delayed']],
  ['waybill queue ls --json --state d', ['dead', 'delayed', 'done']],
  ['waybill types --dates ', ['Date', 'text']],
  ['waybill completion ', ['bash', 'fish', 'zsh']],
  ['waybill validate --schema o', ['order.xml']],
  ['waybill validate --schema order.xml o', ['order.xml']],
  ['waybill queue trim --o', ['--older-than']],
  ['waybill call --soap 1.', ['1.1', '1.2']],
  ['waybill config check --set http.', []],
]
