/** Certificates that end soon are warned of in the log: at start, when they are reloaded, and once each. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { findInDates } from '../../src/operate/findings/dates.js'
import { FindingLog } from '../../src/operate/findings/finding-log.js'
import { readItems } from '../../src/operate/findings/items.js'
import { readConfig } from '../support/config.js'
import { folderOf } from '../support/folder.js'
import { RELOADED, reloadingDaemon } from '../support/nodes/reloading-daemon.js'
import { issue } from '../support/security/issue.js'

const DAY = 86_400_000

function ending(name: string, days: number) {
  return issue({
    subject: `CN=${name}`,
    names: ['IP:127.0.0.1'],
    until: new Date(Date.now() + days * DAY),
  })
}

test('at start and by SIGHUP, of a file that has changed too; once for a certificate that several keys name', async (t) => {
  const [first, second, third] = [ending('first', 10), ending('second', 9), ending('third', 8)]
  const files = { 'own.pem': first.pem, 'own.key': first.keyPem, 'peer.pem': second.pem }
  const folder = folderOf(t, files)
  const [pem, key, peer] = Object.keys(files).map((name) => join(folder, name))
  const tls = `tls: { certificate: ${pem}, key: ${key} }`
  const plain = `http: { ${tls} }\nadmin: { ${tls} }\n`
  const { daemon, reload } = await reloadingDaemon(t, plain)
  const warned = (name: string) =>
    daemon.logged(({ msg }) => `${msg}`.includes(`the certificate of CN=${name} in `))
  const { level, msg } = await warned('first')
  t.is(level, 'warn')
  const at = `${pem} expires on ${new Date(first.certificate.validTo).toISOString().slice(0, 10)}`
  t.is(
    msg,
    `http.tls.certificate, admin.tls.certificate: the certificate of CN=first in ${at}: renew it before`,
  )

  const signs = `security: { peers: { bank: { signs: { certificates: [${peer}] } } } }\n`
  t.is((await reload(`${plain}${signs}`)).msg, RELOADED)
  await warned('second')
  writeFileSync(peer ?? '', third.pem)
  t.is((await reload(`${plain}${signs}`)).msg, RELOADED)
  await warned('third')
  const all = daemon.log.flatMap(
    ({ msg }) => /: the certificate of CN=(\w+) in /.exec(`${msg}`)?.[1] ?? [],
  )
  t.deepEqual(all, ['first', 'second', 'third'])
})

test('while the node runs: when it comes near its end, and when it has ended', async (t) => {
  const { pem, certificate } = ending('bank', 100)
  const file = join(folderOf(t, { 'bank.pem': pem }), 'bank.pem')
  const items = await readItems([{ key: 'security.certificate', file }])
  const config = readConfig({ environment: {}, settings: [] })
  const reports: string[] = []
  const write = (_fields: object, sentence = '') => void reports.push(sentence)
  const log = new FindingLog({ info: write, warn: write, error: write })
  const until = Date.parse(certificate.validTo)
  const textsAt = (now: number) => {
    log.more(findInDates({ config, items, now }))
    return reports.splice(0).map((line) => /(expires|expired) on/.exec(line)?.[1])
  }
  t.deepEqual(textsAt(until - 31 * DAY), [])
  t.deepEqual(textsAt(until - 29 * DAY), ['expires'])
  t.deepEqual(textsAt(until - 28 * DAY), [])
  t.deepEqual(textsAt(until + DAY), ['expired'])
  t.deepEqual(textsAt(until + 2 * DAY), [])
})
