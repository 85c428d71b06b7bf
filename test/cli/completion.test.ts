/** Completion in bash; zsh and fish are asked by the interop suite, which installs them. */
import test from 'ava'
import { completed, LINES } from '../support/completing.js'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'

for (const [line, offered] of LINES) {
  test(`bash completes: ${line}`, async (t) => {
    const folder = folderOf(t, { 'order.xml': '' })
    t.deepEqual(await completed('bash', folder, line), offered)
  })
}

test('every command and every option is completed', async (t) => {
  const folder = folderOf(t, {})
  t.true((await completed('bash', folder, 'waybill ')).length > 18)
  t.true((await completed('bash', folder, 'waybill call --')).length > 20)
})

test('a shell that is not known is wrong usage, and the ones that are get named', async (t) => {
  const { code, err } = await cli(['completion', 'tcsh'])
  t.is(code, 64)
  t.regex(err, /Allowed choices are bash, zsh, fish/)
})
