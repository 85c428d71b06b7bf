/** Commands of a user to whom the state folder of the node is closed. */
import test from 'ava'
import { withAdminOf } from '../../src/cli/command/open-admin.js'
import { readConfig } from '../support/config.js'
import { folderOf } from '../support/folder.js'
import { openSqlite } from '../support/sqlite-queue.js'

const root = process.getuid?.() === 0
const asRoot = root ? test.serial : test.serial.skip
const title = 'a folder that this user may not look into is no missing one'

asRoot(root ? title : `${title} (left out: only root becomes another user)`, async (t) => {
  const stateDir = folderOf(t, {})
  await (await openSqlite({ stateDir })).close()
  const config = readConfig({ environment: {}, settings: [`stateDir=${stateDir}`] })
  process.seteuid?.('nobody')
  try {
    await t.throwsAsync(
      withAdminOf(config, async () => t.fail()),
      {
        code: 'WAYBILL_STATE_REFUSED',
        message: /cannot be looked at by this user \(permission denied\)$/,
      },
    )
  } finally {
    process.seteuid?.(0)
  }
})
