/** Whatever a peer writes, over HTTP and by mail, is shown as text: on every page, and on every detail. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { mailOf, Talk } from '../../support/mail/smtp.js'
import { mailPortOf } from '../../support/nodes/chain-of-daemons.js'
import { NS11, soap11 } from '../../support/wire/envelopes.js'
import { made, openBrowser, openPage, visit } from './browser.js'
import { add, GATEWAY, LEDGER, record, SCRIPT, type Stage, stage } from './stage.js'

const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const HOSTILE = escaped(SCRIPT)
/** What the partner says is wrong: it would close an attribute, too. */
const REASON = `"><script>alert(2)</script>${SCRIPT}`
const ACTION = `urn:soapaction:"><script>alert(3)</script>`
const PAGES = ['flow', 'exchanges', 'dead', 'operations', 'topology', 'peers', 'queue']

/** Every header block and every address that a peer may write; a part of each is a script. */
const BLOCKS = `<a:MessageID xmlns:a="http://www.w3.org/2005/08/addressing">urn:x:${HOSTILE}</a:MessageID>
<a:From xmlns:a="http://www.w3.org/2005/08/addressing"><a:Address>urn:from:${HOSTILE}</a:Address></a:From>
<a:Action xmlns:a="http://www.w3.org/2005/08/addressing">urn:action:${HOSTILE}</a:Action>
<h:Block xmlns:h="urn:${HOSTILE}" xmlns:s="${NS11}" s:actor="urn:actor:${HOSTILE}">${HOSTILE}</h:Block>`

const replyTo = (
  url: string,
) => `<a:MessageID xmlns:a="http://www.w3.org/2005/08/addressing">urn:uuid:${randomUUID()}</a:MessageID>
<a:Action xmlns:a="http://www.w3.org/2005/08/addressing">urn:example:calculator/Add</a:Action>
<a:ReplyTo xmlns:a="http://www.w3.org/2005/08/addressing"><a:Address>${url}</a:Address></a:ReplyTo>`

/** A partner whose every answer is a fault of scripts, with such header fields. */
async function partner(t: ExecutionContext): Promise<string> {
  const fault = `<s:Fault xmlns:s="${NS11}"><faultcode>s:Client</faultcode><faultstring>${escaped(REASON)}</faultstring><faultactor>urn:${HOSTILE}</faultactor><detail><d:x xmlns:d="urn:${HOSTILE}">${HOSTILE}</d:x></detail></s:Fault>`
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(500, { 'content-type': 'text/xml', 'x-script': SCRIPT, server: SCRIPT })
      response.end(soap11(fault))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** Hands mails to the gateway as a peer without manners does. */
async function byMail({ chain }: Stage): Promise<void> {
  const node = chain.nodes[GATEWAY]
  if (!node) throw new Error('the gateway does not run')
  const port = await mailPortOf(node)
  const parts = `--b\r\nContent-Type: text/xml; charset=utf-8\r\n\r\n${soap11(record(HOSTILE, 'by mail'), BLOCKS)}\r\n--b\r\nContent-Type: image/png; name="${SCRIPT}"\r\nContent-ID: <${SCRIPT}@x>\r\nContent-Disposition: attachment; filename="${SCRIPT}"\r\n\r\nx\r\n--b--\r\n`
  const fields = {
    From: `"${SCRIPT}" <"${SCRIPT}"@client.example>`,
    'Reply-To': `"${SCRIPT}" <person@client.example>`,
    Subject: SCRIPT,
    'Message-ID': `<"${SCRIPT}"@client.example>`,
  }
  const whole = {
    ...fields,
    From: `"${SCRIPT}" <person@client.example>`,
    'Content-Type': 'multipart/related; type="text/xml"; boundary=b',
  }
  const mails = [
    [
      '<person@client.example>',
      '<bus@node0.example>',
      mailOf(soap11(add('1', HOSTILE)), { ...fields, SOAPAction: `"${SCRIPT}"` }),
    ],
    ['<person@client.example>', '<bus@node0.example>', mailOf(parts, whole)],
    ['<person@client.example>', '<bus@node0.example>', mailOf(soap11(add('1', HOSTILE)), fields)],
    [`<"${SCRIPT}"@client.example>`, '<bus@node0.example>', mailOf(SCRIPT, fields)],
    ['<person@client.example>', `<"${SCRIPT}"@node0.example>`, mailOf(SCRIPT, fields)],
  ] as const
  for (const [from, to, content] of mails) {
    const talk = await Talk.open(port)
    await talk.say('EHLO client.example')
    await talk.say(`MAIL FROM:${from}`)
    await talk.say(`RCPT TO:${to}`)
    const ready = await talk.say('DATA')
    if (ready.startsWith('354')) {
      await talk.say(`${content.replace(/\r?\n/g, '\r\n')}\r\n.`)
    }
    await talk.say('QUIT')
  }
}

/** The last one is in an envelope, which is shown as it came. */
const MARKS = [SCRIPT, REASON, ACTION, `urn:from:${HOSTILE}`]

/** Where a list leads to. */
const LEADS = `[...document.querySelectorAll('a[data-row]')].map((one) => one.getAttribute('href'))`

test('whatever a peer writes, over HTTP or by mail, is shown as text on every page and every detail', async (t) => {
  const url = await partner(t)
  const set = await stage(t, { partner: url })
  const { chain, ask, console, letters } = set
  const headers = { 'user-agent': SCRIPT, 'x-script': SCRIPT }
  const unknown = () => ask(`<x:Unknown xmlns:x="urn:${HOSTILE}"/>`, BLOCKS, { headers })
  await unknown()
  await ask(add('1', HOSTILE), '', { headers })
  await ask(add('1', '2'), BLOCKS, { headers: { ...headers, soapaction: `"${ACTION}"` } })
  await ask(`<p:Order xmlns:p="urn:partner" xmlns:x="urn:${HOSTILE}">${HOSTILE}</p:Order>`, BLOCKS)
  // The answer goes to the partner, whose fault is the cause of a dead letter.
  const replied = () => ask(add('1', '2'), replyTo(url))
  await replied()
  await letters(HOSTILE)
  await byMail(set)
  await chain.quiet()
  const browser = await openBrowser(t)
  const seen = new Set<string>()
  const look = async (page: Page, hash: string) => {
    await visit(page, hash)
    await page.locator('main:not(:has([aria-busy]))').waitFor()
    t.deepEqual(await made(page), [], hash)
    for (const summary of await page.locator('main summary').all()) await summary.click()
    const text = await page.locator('main').innerText()
    // What each place shows, of details without their ids.
    const kind = hash.replace(/^(#\/\w+\/).*/, '$1').replace(/\?.*/, '')
    for (const mark of MARKS) if (text.includes(mark)) seen.add(`${kind} ${mark}`)
    return page.evaluate(LEADS) as Promise<readonly string[]>
  }
  for (const index of chain.nodes.keys()) {
    const { page, wrong } = await openPage(browser, await console(index), 'light')
    for (const name of PAGES) {
      const leads = await look(page, `#/${name}`)
      if (name === 'flow' && index === GATEWAY) {
        // What happens right now is told on the first page.
        await unknown()
        await page.locator('.entry').getByText(SCRIPT).first().waitFor()
        await replied()
        await page.locator('.entry').getByText(REASON).first().waitFor()
        t.deepEqual(await made(page), [])
      }
      for (const lead of leads.slice(0, 20)) {
        await look(page, lead)
        const [, id] = /^#\/dead\/([0-9a-f-]{36})/.exec(lead) ?? []
        if (id !== undefined) await look(page, `#/exchanges/${id}`)
      }
    }
    if (index === LEDGER) {
      await visit(page, '#/dead')
      await page.locator('[data-row]').first().click()
      await page.getByRole('button', { name: 'Edit …' }).click()
      await page.getByRole('textbox', { name: 'Envelope' }).fill(SCRIPT)
      await page.getByRole('button', { name: 'Check' }).click()
      await page.getByText('It would be refused.').waitFor()
      t.deepEqual(await made(page), [])
    }
    t.deepEqual(wrong, [])
  }
  // That nothing was made of it counts only where it is shown.
  for (const kind of ['#/exchanges', '#/exchanges/', '#/dead', '#/dead/']) {
    t.true(seen.has(`${kind} ${SCRIPT}`), kind)
    t.true(seen.has(`${kind} ${REASON}`), kind)
  }
  t.true(seen.has(`#/exchanges ${ACTION}`))
  t.true(seen.has(`#/exchanges/ urn:from:${HOSTILE}`))
})
