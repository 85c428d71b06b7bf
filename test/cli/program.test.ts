/** The command line as a whole: help, version, unknown commands. */
import { readFileSync } from 'node:fs'
import test from 'ava'
import { cli, cliProcess } from '../support/nodes/cli.js'

const { version } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
)

test('--version prints the version of the package', async (t) => {
  t.deepEqual(await cliProcess(['--version']), { code: 0, out: `${version}\n`, err: '' })
})

test('--help lists every command and the exit codes', async (t) => {
  const { code, out } = await cli(['--help'])
  t.is(code, 0)
  for (const word of [
    'serve',
    'call',
    'plan',
    'config',
    'queue',
    'dead',
    'validate',
    'keys',
    'doctor',
    'status',
    'Exit codes:\n  0   done\n  1   a file is not valid, the doctor found an error, or status has a problem that is one\n  64  wrong usage',
  ]) {
    t.true(out.includes(word), word)
  }
})

test('every command has help of its own', async (t) => {
  for (const command of [
    ['serve'],
    ['call'],
    ['plan'],
    ['config'],
    ['config', 'check'],
    ['validate'],
    ['queue', 'ls'],
    ['dead', 'rm'],
  ]) {
    const { code, out } = await cli([...command, '--help'])
    t.is(code, 0)
    t.regex(out, new RegExp(`^Usage: waybill ${command.join(' ')}`))
  }
})

test('what a command ends with is the exit code of its process', async (t) => {
  const { code, out, err } = await cliProcess(['sevre'])
  t.deepEqual([code, out], [64, ''])
  t.regex(err, /^error: unknown command 'sevre'/)
})

test('no command, or one that does not exist, is wrong usage', async (t) => {
  for (const args of [
    [],
    ['sevre'],
    ['config'],
    ['config', 'chekc'],
    ['queue'],
    ['dead', 'del'],
    ['serve', 'more'],
  ]) {
    const { code, err } = await cli(args)
    t.is(code, 64, args.join(' '))
    t.not(err, '')
  }
})

test('help of a command, however it is asked for', async (t) => {
  const { out } = await cli(['queue', 'trim', '--help'])
  t.regex(out, /^Usage: waybill queue trim/)
  for (const args of [
    ['queue', 'trim', '-h'],
    ['help', 'queue', 'trim'],
    ['queue', 'help', 'trim'],
  ]) {
    t.deepEqual(await cli(args), { code: 0, out, err: '' }, args.join(' '))
  }
})

test('help of a command that does not exist names the one that was meant', async (t) => {
  const { code, err } = await cli(['help', 'queue', 'trmi'])
  t.deepEqual([code, err], [64, "error: unknown command 'trmi'\n(Did you mean trim?)\n"])
})
