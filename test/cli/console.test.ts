/** `waybill console` and the link of `waybill serve`: who can read the state folder logs in, once for each link. */
import { chmodSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { consoleLink } from '../../src/cli/node/console-link.js'
import { readStateToken, renewStateToken } from '../../src/security/credentials/state-token.js'
import { readConfig } from '../support/config.js'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'
import { startDaemon } from '../support/nodes/daemon.js'
import { onTerminal } from '../support/terminal.js'
import { freePort } from '../support/wire/free-port.js'

const at = (stateDir: string, ...more: readonly string[]) => [
  ...['console', '--set', `stateDir=${stateDir}`],
  ...more,
]

const statusOf = async (link: string) => {
  const answer = await fetch(link, { redirect: 'manual' })
  return [answer.status, answer.headers.getSetCookie().length]
}

test('it prints a link to the node that runs, which logs in once', async (t) => {
  const port = await freePort()
  const daemon = await startDaemon([`admin.port=${port}`])
  t.teardown(() => daemon.process.kill('SIGKILL'))
  await daemon.admin('/health/live')
  const { out, err, code } = await cli(at(daemon.stateDir, '--set', `admin.port=${port}`))
  t.is(code, 0, err)
  t.regex(out, new RegExp(`^http://127\\.0\\.0\\.1:${port}/login\\?code=[\\w.-]+\\n$`))
  t.is(err, 'it logs in once, within a minute, while the node runs\n')
  const link = out.trim()
  const token = readStateToken(daemon.stateDir)
  t.false(out.includes(token))
  t.deepEqual(await statusOf(link), [303, 1])
  t.deepEqual(await statusOf(link), [303, 0])

  const renewed = await cli(at(daemon.stateDir, '--renew', '--url', `http://127.0.0.1:${port}`))
  t.is(renewed.code, 0, renewed.err)
  t.not(readStateToken(daemon.stateDir), token)
  const old = { authorization: `Bearer ${token}` }
  t.is((await daemon.admin('/api/node', { headers: old })).status, 401)
  t.is((await daemon.admin('/api/node')).status, 200)
  t.deepEqual(await statusOf(renewed.out.trim()), [303, 1])
  const secrets = [token, link.split('=')[1] ?? '', readStateToken(daemon.stateDir)]
  await daemon.stop()
  const output = daemon.lines.join('\n')
  for (const secret of secrets) {
    t.false(output.includes(secret))
  }
})

test('where browsers reach it is said by a flag, by alerts.console, or by the listener', async (t) => {
  const stateDir = folderOf(t, {})
  renewStateToken(stateDir)
  const link = async (...more: readonly string[]) => (await cli(at(stateDir, ...more))).out
  t.regex(await link(), /^http:\/\/127\.0\.0\.1:8081\/login\?code=/)
  t.regex(
    await link('--set', 'alerts.console=https://bus.example/waybill'),
    /^https:\/\/bus\.example\/waybill\/login\?code=/,
  )
  t.regex(await link('--url', 'https://other.example'), /^https:\/\/other\.example\/login\?/)
  const config = readConfig({ environment: {}, settings: [`stateDir=${stateDir}`] })
  t.regex(consoleLink(config, 'http://0.0.0.0:8081'), /^http:\/\/127\.0\.0\.1:8081\/login/)
  t.regex(consoleLink(config, 'http://[::]:8081'), /^http:\/\/\[::1\]:8081\/login/)
  for (const more of [
    ['--set', 'admin.port=0'],
    ['--url', 'bus.example'],
    ['--url', 'ftp://bus.example'],
  ]) {
    const { code, out, err } = await cli(at(stateDir, ...more))
    t.is(code, 64)
    t.is(out, '')
    t.regex(err, /--url/)
  }
})

test('without a token, or with one that others can read, it says what to do', async (t) => {
  const stateDir = folderOf(t, {})
  const none = await cli(at(stateDir))
  t.is(none.code, 78)
  t.regex(none.err, /^WAYBILL_STATE_NOT_FOUND: there is no token at .*admin\.token\n/)
  t.is((await cli(at(join(stateDir, 'none'), '--renew'))).code, 78)
  renewStateToken(stateDir)
  chmodSync(join(stateDir, 'admin.token'), 0o644)
  const open = await cli(at(stateDir))
  t.is(open.code, 77)
  t.regex(open.err, /^WAYBILL_STATE_REFUSED: .*others may use it \(mode 644, expected 600\)/)
  t.is((await cli(at(stateDir, '--renew'))).code, 0)
  t.is(statSync(join(stateDir, 'admin.token')).mode & 0o777, 0o600)
})

const root = process.getuid?.() === 0
const asRoot = root ? test.serial : test.serial.skip

asRoot('another user of this machine gets no link', (t) => {
  const stateDir = folderOf(t, {})
  renewStateToken(stateDir)
  const config = readConfig({ environment: {}, settings: [`stateDir=${stateDir}`] })
  process.seteuid?.('nobody')
  try {
    t.throws(() => consoleLink(config, 'http://127.0.0.1:8081'), { code: 'WAYBILL_STATE_REFUSED' })
  } finally {
    process.seteuid?.(0)
  }
})

const SERVE = ['serve', '--set', 'queue.url=memory:', '--set', 'smtp.enabled=false']

test('serve prints such a link on a terminal, and nowhere else', async (t) => {
  const folder = folderOf(t, {})
  const run = async (name: string, redirect: string) => {
    const ports = ['--set', 'http.port=0', '--set', `admin.port=${await freePort()}`]
    const state = ['--set', `stateDir=${join(folder, name)}`]
    return onTerminal([...SERVE, ...ports, ...state], {}, redirect)
  }
  const shown = await run('shown', '')
  await shown.shown(/Its console, for one login within a minute:/)
  await shown.shown(/http:\/\/127\.0\.0\.1:\d+\/login\?code=[\w.-]+\s/)
  shown.process.kill('SIGTERM')

  const log = join(folder, 'log.txt')
  const kept = await run('kept', `>'${log}'`)
  await kept.shown(/Waybill listens on/)
  kept.process.kill('SIGTERM')
  const { text } = await kept.ended()
  t.notRegex(text, /login/)
  t.notRegex(readFileSync(log, 'utf8'), /login/)
})
