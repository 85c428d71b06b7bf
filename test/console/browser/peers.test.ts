/** The page Peers and policies: what a peer may call, and certificates that hold, end soon, have ended and begin later. */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../../support/folder.js'
import { adminNode } from '../../support/nodes/admin-node.js'
import { certificates, fingerprintOf, issue } from '../../support/security/certificates.js'
import {
  axeFindings,
  LOOKS,
  type Look,
  made,
  openBrowser,
  openPage,
  picture,
  unreached,
  visit,
} from './browser.js'
import { SCRIPT } from './stage.js'

const DAY = 86_400_000
/** Without a space, which names of operations do not have. */
const LURE = SCRIPT.replaceAll(' ', '/')
const MARKUP = `"><script>alert(1)</script>${LURE}`

/** A node with four peers, each with a certificate in another state, and one that has none. */
async function withPeers(t: ExecutionContext) {
  const { authority, ec, expired, notYetValid } = certificates()
  const subject = `CN=${MARKUP.replace(/["<>=]/g, '\\$&')}, O=Example, C=NL`
  // Nine days are shown however long the browser takes to open.
  const ending = issue({ subject, until: new Date(Date.now() + 9.9 * DAY) }, authority)
  const issued = { bank: ec, shop: ending, mill: expired, depot: notYetValid }
  const folder = folderOf(
    t,
    Object.fromEntries(Object.entries(issued).map(([name, { pem }]) => [`${name}.pem`, pem])),
  )
  const signs = (name: keyof typeof issued) => ({
    signs: { certificates: [join(folder, `${name}.pem`)] },
  })
  const peers = {
    bank: {
      ...signs('bank'),
      calls: ['{urn:example:calculator}*', `{urn:${LURE}}Order`],
      over: ['http'],
    },
    shop: { ...signs('shop'), certificates: [fingerprintOf(ending)], calls: [] },
    mill: { ...signs('mill'), domains: ['mill.example'], mailboxes: ['*@mill.example'] },
    depot: { ...signs('depot'), user: LURE, password: `sha256:${'0'.repeat(64)}` },
    guest: { hosts: ['192.0.2.0/24'], sharedKey: 'c2l4dGVlbiBvY3RldHMsIG9yIG1vcmU=' },
  }
  const policies = [
    {
      name: 'orders',
      operation: '{urn:example:calculator}*',
      require: 'signature',
      peers: ['bank', 'mill'],
    },
    { path: 'echo', operation: `{urn:${LURE}}*`, require: ['tls', 'mac'], peers: ['bank'] },
    { transport: 'smtp', require: 'anonymous' },
  ]
  return adminNode(t, [
    `security.peers=${JSON.stringify(peers)}`,
    `security.policies=${JSON.stringify(policies)}`,
  ])
}

for (const look of Object.keys(LOOKS) as Look[]) {
  test(`peers, what they may do, and how long their certificates hold: ${look}`, async (t) => {
    const { link } = await withPeers(t)
    const { page, wrong } = await openPage(await openBrowser(t), link(), look)
    await visit(page, '#/peers')
    // The first to end is on top.
    const states = ['.bad', '.warn', '.good', '.bad']
    const held = [
      ['mill', /expired [0-9,]+ days ago$/, '31 Dec 2020'],
      ['shop', /expires in 9 days$/, ''],
      ['bank', /holds$/, '31 Dec 2049'],
      ['depot', /holds from 01 Jan 2049$/, '31 Dec 2049'],
    ] as const
    for (const [index, [peer, state, until]] of held.entries()) {
      const row = page
        .getByRole('region', { name: 'Certificates' })
        .getByRole('row')
        .nth(index + 1)
      t.is(await row.getByRole('rowheader').innerText(), peer)
      t.regex(await row.locator(`.badge${states[index]}`).innerText(), state)
      t.true((await row.innerText()).includes(until), peer)
    }
    const reported = async (peer: string) => {
      const row = page.getByRole('region', { name: 'Peers' }).getByRole('row')
      const cells = row.filter({ has: page.getByRole('link', { name: peer }) }).getByRole('cell')
      return (await cells.allInnerTexts()).map((text) => text.split('\n'))
    }
    t.deepEqual(await reported('bank'), [
      ['* urn:example:calculator', `Order urn:${LURE}`, 'over http only'],
      ['signatures'],
      ['orders', 'policy 2', 'policy 3'],
    ])
    t.deepEqual(await reported('guest'), [
      ['every operation'],
      ['a shared key', 'from 192.0.2.0/24 only'],
      ['policy 3'],
    ])
    t.deepEqual((await reported('shop'))[0], ['no operation'])
    // A name in RFC 4514 has backslashes before such characters.
    t.true((await page.locator('main').innerText()).replaceAll('\\', '').includes(MARKUP))
    t.deepEqual(await made(page), [])
    t.deepEqual(await axeFindings(page), [])
    t.deepEqual(await unreached(page), [])
    t.false(await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
    await picture(page, `peers-full-${look}`)
    t.deepEqual(wrong, [])
  })
}
