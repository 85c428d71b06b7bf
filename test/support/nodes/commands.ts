/** Run as a process: runs one command after another, each in an environment and a folder of its own. */
import { runProgram } from '../../../src/cli/run.js'

export interface Command {
  readonly args: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  readonly folder: string | undefined
}

const home = process.cwd()
const OF_A_NODE = ['SIGTERM', 'SIGINT', 'uncaughtException', 'unhandledRejection']

// A command that never ends has nobody to wait for it any more.
process.on('disconnect', () => process.exit())

process.on('message', async ({ args, environment, folder }: Command) => {
  process.chdir(folder ?? home)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, environment)
  process.exitCode = 0
  // What a command leaves behind, such as a timer, keeps it from ending as it would any process.
  process.channel?.unref()
  process.once('beforeExit', (code) => {
    process.channel?.ref()
    // A node that could not start still listens for its end.
    for (const event of OF_A_NODE) process.removeAllListeners(event)
    process.send?.(code)
  })
  await runProgram(args)
})
