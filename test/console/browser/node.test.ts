/** The page of the node, and the spans of time of the page Flow: in a browser, by keys, in each look. */
import { join } from 'node:path'
import test from 'ava'
import { folderOf } from '../../support/folder.js'
import { adminNode } from '../../support/nodes/admin-node.js'
import { certificates } from '../../support/security/certificates.js'
import { ADD, soap11 } from '../../support/wire/envelopes.js'
import { ask } from '../../support/wire/wire.js'
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

const HASH = `sha256:${'0'.repeat(64)}`

for (const look of Object.keys(LOOKS) as Look[]) {
  test(`the node: its machine, certificates, configuration without secrets, log and operators: ${look}`, async (t) => {
    const { ec } = certificates()
    const folder = folderOf(t, {
      'own.pem': ec.pem,
      'own.key': ec.key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    })
    const { link, parts, post } = await adminNode(t, [
      `security.certificate=${join(folder, 'own.pem')}`,
      `security.key=${join(folder, 'own.key')}`,
      `security.peers=${JSON.stringify({ bank: { user: SCRIPT.replaceAll(' ', '/'), password: HASH } })}`,
      'queue.concurrency=3',
    ])
    await post('/api/queue/pause', {})
    const { config } = parts
    parts.admin.reloaded({ config, changed: ['log.level'], restart: ['queue.concurrency'] })
    const { page, wrong } = await openPage(await openBrowser(t), link(), look)
    await page.getByRole('heading', { name: 'By transport and operation' }).waitFor()
    await page.keyboard.press('8')
    await page.getByRole('heading', { name: 'Node', level: 1 }).waitFor()

    const machine = page.getByRole('region', { name: 'Machine' })
    for (const name of ['Memory', 'Heap', 'Event loop', 'Open files', 'Process']) {
      await machine.getByText(name, { exact: true }).waitFor()
    }
    t.regex(await machine.innerText(), /MiB free|GiB free/)
    t.true((await machine.innerText()).includes(String(process.pid)))

    const held = page.getByRole('region', { name: 'Certificates' }).getByRole('row').nth(1)
    t.regex(await held.innerText(), /signs messages; others encrypt to it[\s\S]*holds[\s\S]*2049/)

    const keys = page.getByRole('region', { name: 'Configuration' })
    const row = (key: string) => keys.getByRole('row').filter({ hasText: key })
    t.regex(await row('queue.concurrency').innerText(), /3[\s\S]*another value after a restart/)
    t.regex(await row('log.level').innerText(), /reloaded/)
    t.regex(await row('security.peers.bank.password').innerText(), /\*\*\*/)
    t.is(await row('http.maxConnections').count(), 0, 'what is the default is not shown at first')
    const all = await page.locator('main').innerText()
    t.false(all.includes(HASH))
    t.true(all.includes(SCRIPT.replaceAll(' ', '/')))
    t.deepEqual(await made(page), [])
    await page.keyboard.press('/')
    await page.keyboard.type('queue.')
    await page.keyboard.press('Enter')
    await row('log.level').waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'Show' }).selectOption('all')
    await row('queue.minFree').waitFor()
    t.regex(page.url(), /#\/node\?key=queue\.&which=all$/)

    const log = page.getByRole('region', { name: 'Log' })
    await log.getByText('an operator asked for: pause').waitFor()
    await page.getByRole('button', { name: 'Hold' }).click()
    await page.getByRole('button', { name: 'Go on' }).waitFor()
    const actions = page.getByRole('region', { name: 'Actions' })
    await actions.getByText('pause done').waitFor()

    t.deepEqual(await axeFindings(page), [])
    t.deepEqual(await unreached(page), [])
    t.false(await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
    await picture(page, `node-${look}`)
    t.deepEqual(wrong, [])
  })

  test(`hour, day and week beside the quarter of an hour, with marks: ${look}`, async (t) => {
    const { link, parts, soap } = await adminNode(t, ['plugins=["calculator"]'])
    const minutes = parts.journal.minutes
    const now = Math.floor(Date.now() / 60_000)
    for (let at = 7 * 24 * 60; at > 0; at -= 7) {
      minutes?.keep({
        minute: now - at,
        waiting: at % 50,
        lines: [
          {
            transport: 'http',
            operation: '{urn:example:calculator}Add',
            done: 100 + (at % 400),
            clientFault: at % 90 === 0 ? 20 : 0,
            serverFault: at % 500 < 20 ? 30 : 0,
            refused: 0,
            times: [
              [20, 100],
              [30, 10],
              [45, 1],
            ],
          },
        ],
        marks:
          at % 2_000 < 7
            ? [{ at: (now - at) * 60_000, kind: 'reload', text: `routes.${SCRIPT}` }]
            : [],
      })
    }
    await ask(soap, soap11(ADD))
    parts.admin.reloaded({ config: parts.config, changed: ['routes'], restart: [] })
    const { page, wrong } = await openPage(await openBrowser(t), link(), look)
    const marks = page.getByRole('list', { name: 'Starts, stops and reloads' })
    await marks.getByText('reloaded: routes').waitFor()
    t.is(await marks.getByText(/the node started, version/).count(), 1)
    const choice = page.getByRole('group', { name: 'Span of time' })
    const chosen = () => choice.locator('[aria-pressed="true"]').innerText()
    t.is(await chosen(), '15 minutes')
    for (const [name, word, hash] of [
      ['Hour', 'hour', '1h'],
      ['Day', 'day', '1d'],
      ['Week', 'week', '1w'],
    ] as const) {
      await choice.getByRole('button', { name }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: `Last ${word}` }).waitFor()
      t.is(await chosen(), name)
      t.regex(page.url(), new RegExp(`window=${hash}$`))
      t.is(await page.evaluate('document.activeElement.textContent'), name)
      await page.getByRole('row').filter({ hasText: 'Add' }).first().waitFor()
      t.regex(await page.getByRole('region', { name: `Last ${word}` }).innerText(), /in the last/)
      t.deepEqual(await axeFindings(page), [], name)
      t.false(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), name)
      await picture(page, `flow-${hash}-${look}`)
    }
    t.is(await marks.getByText(`reloaded: routes.${SCRIPT}`).count(), 5)
    t.deepEqual(await made(page), [])
    t.deepEqual(await unreached(page), [])
    // A link shows another person the same.
    await page.reload()
    await page.getByRole('region', { name: 'Last week' }).waitFor()
    await visit(page, '#/flow')
    await page.getByRole('region', { name: 'Last quarter of an hour' }).waitFor()
    t.deepEqual(wrong, [])
  })
}
