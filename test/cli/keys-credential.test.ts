/** `waybill keys token` and `keys password`: what they make opens the admin listener, and what is typed is not shown. */
import { spawnSync } from 'node:child_process'
import test from 'ava'
import { adminNode, STRANGER } from '../support/nodes/admin-node.js'
import { cli, MAIN } from '../support/nodes/cli.js'

/** As a process of its own, with something on its standard input. */
function withInput(input: string, kind: 'token' | 'password') {
  const {
    status: code,
    stdout: out,
    stderr: err,
  } = spawnSync(process.execPath, [MAIN, 'keys', kind, '--stdin'], {
    input,
    encoding: 'utf8',
  })
  return { code, out, err }
}

test('a new token and what is kept of it: the one opens what the other closes', async (t) => {
  const { out } = await cli(['keys', 'token', '--json'])
  const { token, hash } = JSON.parse(out)
  t.regex(token, /^[\w-]{43}$/)
  const { get } = await adminNode(t, [`admin.operators={anna: {token: '${hash}'}}`])
  t.is((await get('/api/node', STRANGER)).status, 401)
  t.is((await get('/api/node', { authorization: `Bearer ${token}` })).status, 200)
})

test('a password from standard input is kept slow, and printed nowhere', async (t) => {
  const made = withInput('correct horse\n', 'password')
  t.is(made.code, 0, made.err)
  t.notRegex(made.out + made.err, /correct horse/)
  const [, hash = ''] = /^hash {2}(scrypt:\S+)\n$/.exec(made.out) ?? []
  const { post } = await adminNode(t, [`admin.operators={anna: {password: '${hash}'}}`])
  const login = (password: string) => post('/api/session', { user: 'anna', password })
  t.is((await login('correct')).status, 401)
  t.is((await login('correct horse')).status, 204)
})

test('nothing on standard input is no token', (t) => {
  const { code, err } = withInput('\n', 'token')
  t.is(code, 64)
  t.regex(err, /expected a token on standard input, got nothing/)
})
