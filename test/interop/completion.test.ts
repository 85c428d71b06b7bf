/** Completion in zsh and fish, as they offer it at a prompt. */
import test from 'ava'
import { completed, LINES } from '../support/completing.js'
import { folderOf } from '../support/folder.js'

for (const shell of ['zsh', 'fish'] as const) {
  for (const [line, offered] of LINES) {
    test(`${shell} completes: ${line}`, async (t) => {
      const folder = folderOf(t, { 'order.xml': '' })
      t.deepEqual(await completed(shell, folder, line), offered)
    })
  }
}
