/** A node of a user without rights, on a read-only file system of which it may write stateDir alone. */
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from '../support/folder.js'
import { startDaemon } from '../support/nodes/daemon.js'
import { certificateFiles } from '../support/security/certificates.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { noMounts, noOtherUser, run, testUnless } from './tools.js'

/** nobody, of Debian. */
const NOBODY = 65_534

/** As systemd's ProtectSystem=strict and Docker's --read-only make it, with NoNewPrivileges and no capabilities. */
const CONFINED = `
  set -e
  state=$1; shift
  mount --make-rprivate /
  mount --bind "$state" "$state"
  mount -o remount,bind,ro /
  exec setpriv --reuid ${NOBODY} --regid ${NOBODY} --clear-groups --no-new-privs --bounding-set=-all "$@"
`

testUnless(
  noMounts() ?? noOtherUser(NOBODY),
  'a node needs to write nothing but stateDir, and no rights',
  async (t) => {
    const folder = folderOf(t, {})
    const stateDir = join(folder, 'state')
    mkdirSync(stateDir)
    const files = certificateFiles(t)
    for (const path of [folder, files.folder]) chmodSync(path, 0o755)
    for (const path of [stateDir, files.key('rsa')]) chownSync(path, NOBODY, NOBODY)
    const within = ['unshare', '--mount', 'sh', '-c', CONFINED, 'sh', stateDir]
    t.throws(() => run(within[0] ?? '', ...within.slice(1), 'touch', join(folder, 'written')))
    run(within[0] ?? '', ...within.slice(1), 'touch', join(stateDir, 'written'))
    const node = await startDaemon(
      [
        `stateDir=${stateDir}`,
        `security.certificate=${files.certificate('rsa')}`,
        `security.key=${files.key('rsa')}`,
        `security.peers.bank.signs.certificates=["${files.certificate('ec')}"]`,
        'security.policies=[{"path":"trace","require":"non-repudiation"}]',
      ],
      [],
      'listening',
      within,
    )
    const answer = await fetch(node.url, {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml', SOAPAction: '""' },
      body: soap11(ADD),
    })
    t.is(answer.status, 200)
    t.regex(await answer.text(), />3</)
    t.is(await node.stop(), 0)
    t.true(existsSync(join(stateDir, 'queue.db')))
    t.deepEqual(readdirSync(join(stateDir, 'evidence')), ['1'])
  },
)
