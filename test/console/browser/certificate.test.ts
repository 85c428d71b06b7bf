/** Who is known to the console by the client certificate of the browser, and who is not. */
import test, { type ExecutionContext } from 'ava'
import type { BrowserContextOptions } from 'playwright-core'
import { adminNode } from '../../support/nodes/admin-node.js'
import {
  certificateFiles,
  certificates,
  fingerprintOf,
  type IssuedName,
} from '../../support/security/certificates.js'
import { axeFindings, except, openBrowser, openPage, picture, visit } from './browser.js'
import { changesNothing } from './rights.js'

/** A node whose console anna may use by a subject, and a reader by a fingerprint. */
async function secured(t: ExecutionContext, clientAuthentication: 'request' | 'require') {
  const files = certificateFiles(t)
  const reader = fingerprintOf(certificates().ec)
  const tls = {
    certificate: files.chain('server'),
    key: files.key('server'),
    clientAuthentication,
    clientAuthority: files.certificate('authority'),
  }
  const operators = {
    anna: { may: 'change', certificates: ['CN=client,O=Example,C=NL'] },
    reader: { may: 'look', certificates: [reader] },
  }
  const node = await adminNode(t, [
    `admin.tls=${JSON.stringify(tls)}`,
    `admin.operators=${JSON.stringify(operators)}`,
  ])
  const browser = await openBrowser(t)
  /** @param name  of the certificate that the browser shows, if it shows one */
  const open = (name?: IssuedName) => openPage(browser, `${node.url}/`, 'light', shows(name))
  const shows = (name?: IssuedName): BrowserContextOptions => ({
    // It does not know the authority of the tests.
    ignoreHTTPSErrors: true,
    ...(name !== undefined && {
      clientCertificates: [
        { origin: node.url, certPath: files.chain(name), keyPath: files.key(name) },
      ],
    }),
  })
  return { node, open }
}

test('an operator is known by the certificate of the browser, without a page to log in', async (t) => {
  const { node, open } = await secured(t, 'request')
  const { page, wrong } = await open('client')
  await page.getByRole('heading', { name: 'Flow' }).waitFor()
  t.is(await page.locator('.session').innerText(), 'anna')
  t.is(await page.getByRole('button', { name: 'Log out' }).count(), 0)
  await page.locator('.stream.on').waitFor()
  await visit(page, '#/queue')
  await page.getByRole('button', { name: 'Pause …' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
  await page.getByText('The queue is paused').waitFor()
  await picture(page, 'certificate-light')
  t.true((await node.queue.admin.stats()).paused)
  const reported = node.log.filter(({ event }) => event === 'action')
  t.deepEqual(
    reported.map(({ action, outcome, who, by }) => [action, outcome, who, by]),
    [['pause', 'done', 'anna', 'certificate']],
  )
  t.deepEqual(wrong, [])
})

test('an operator by certificate who may only look changes nothing', async (t) => {
  const { node, open } = await secured(t, 'request')
  await node.deadLetter('<x/>')
  const { page, wrong } = await open('ec')
  await page.getByText('reader may look').waitFor()
  await changesNothing(t, page, node.soap)
  t.false((await node.queue.admin.stats()).paused)
  t.is((await node.queue.admin.stats()).dead, 1)
  t.deepEqual(except(wrong, 403), [])
})

test('without a certificate that counts, the console asks who it is', async (t) => {
  const { node, open } = await secured(t, 'request')
  // None; nobody's; one that has ended; and the subject of anna by an authority that is not trusted.
  for (const name of [undefined, 'rsa', 'expired', 'otherClient'] as const) {
    const { page, wrong } = await open(name)
    await page.getByText('Log in to this node.').waitFor()
    t.is(await page.evaluate(`fetch('api/node').then(({ status }) => status)`), 401, name)
    t.deepEqual(except(wrong, 401), [], name)
    if (name === undefined) {
      t.deepEqual(await axeFindings(page), [])
      await picture(page, 'certificate-needed-light')
    }
    await page.context().close()
  }
  t.false(node.log.some(({ event }) => event === 'action'))
})

test('where a certificate is required, no page is had without one', async (t) => {
  const { open } = await secured(t, 'require')
  await t.throwsAsync(open(), { message: /net::ERR_/ })
  await t.throwsAsync(open('otherClient'), { message: /net::ERR_/ })
  const { page, wrong } = await open('client')
  await page.getByRole('heading', { name: 'Flow' }).waitFor()
  t.deepEqual(wrong, [])
})

test('a page of another site changes nothing by the certificate of an operator', async (t) => {
  const { node, open } = await secured(t, 'request')
  const { page } = await open('client')
  await page.getByRole('heading', { name: 'Flow' }).waitFor()
  // A document without an origin, as every page of another site is to the console.
  await page.goto(
    `data:text/html,<form method="post" enctype="text/plain" action="${node.url}/api/queue/pause"><input name="{}"></form><script>document.forms[0].submit()</script>`,
  )
  await page.getByText('a page of another site may not ask for this').waitFor()
  t.false((await node.queue.admin.stats()).paused)
})
