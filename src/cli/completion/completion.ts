/** `waybill completion`: prints a script by which a shell completes commands, options and their values. */
import { Argument } from 'commander'
import { CliCommand } from '../command/command.js'
import { bashScript } from './bash.js'
import { describeCommand } from './command-tree.js'
import { fishScript } from './fish.js'
import { zshScript } from './zsh.js'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

/** @param whole  makes the program with all commands loaded */
export function completionCommand(whole: () => Promise<CliCommand>): CliCommand {
  return new CliCommand('completion')
    .addArgument(new Argument('<shell>', 'which shell it is for').choices(Object.keys(SCRIPTS)))
    .withExamples(
      'waybill completion bash > /etc/bash_completion.d/waybill',
      'waybill completion zsh > /usr/local/share/zsh/site-functions/_waybill',
      'waybill completion fish > ~/.config/fish/completions/waybill.fish',
    )
    .action(async (shell: keyof typeof SCRIPTS) => {
      process.stdout.write(SCRIPTS[shell](describeCommand(await whole())))
    })
}
