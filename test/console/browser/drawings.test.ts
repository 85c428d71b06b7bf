/** The drawings of the console at 1280 and at 390 pixels: nothing is cut off, and no arrow crosses a box. */
import test from 'ava'
import type { Page } from 'playwright-core'
import { adminNode } from '../../support/nodes/admin-node.js'
import { ask11 } from '../../support/wire/wire.js'
import { bearing, LOOKS, openBrowser, openPage, picture, visit } from './browser.js'
import { AUDITOR, DOWN, record, stage } from './stage.js'

const WIDTHS = [1280, 390] as const

/** What is wrong with a drawing, a sentence each, as the browser has laid it out. */
function wrongWith(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const found = []
    const frame = document.querySelector('.picture')
    const svg = frame.querySelector('svg')
    if (frame.scrollWidth > frame.clientWidth) found.push('it is wider than its frame')
    const all = svg.getBoundingClientRect()
    const within = (one, box, slack = 1) =>
      one.left >= box.left - slack && one.right <= box.right + slack &&
      one.top >= box.top - slack && one.bottom <= box.bottom + slack
    for (const one of svg.querySelectorAll('rect, text, path:not(.tip)')) {
      if (!within(one.getBoundingClientRect(), all)) found.push('cut off: ' + (one.textContent || one.outerHTML))
    }
    for (const node of svg.querySelectorAll('g.node')) {
      const body = node.querySelector('rect.body').getBoundingClientRect()
      const texts = [...node.querySelectorAll('text')]
      for (const text of texts) {
        if (!within(text.getBoundingClientRect(), body)) found.push('beyond its box: ' + text.textContent)
      }
      const boxes = texts.map((text) => text.getBoundingClientRect())
      for (const [index, one] of boxes.entries()) {
        for (const [at, other] of boxes.entries()) {
          const apart = one.right <= other.left || other.right <= one.left || one.bottom - 4 <= other.top || other.bottom - 4 <= one.top
          if (at > index && !apart) found.push('one over another: ' + texts[index].textContent + ' | ' + texts[at].textContent)
        }
      }
    }
    const bodies = [...svg.querySelectorAll('rect.body, rect.sender')].map((one) => one.getBoundingClientRect())
    for (const arrow of svg.querySelectorAll('.arrow > path')) {
      const length = arrow.getTotalLength()
      for (let at = 0; at <= length; at += 2) {
        const { x, y } = arrow.getPointAtLength(at)
        const [left, top] = [all.left + x, all.top + y]
        const box = bodies.find((one) => left > one.left + 1 && left < one.right - 1 && top > one.top + 1 && top < one.bottom - 1)
        if (box) {
          found.push('an arrow crosses a box: ' + arrow.outerHTML)
          break
        }
      }
    }
    for (const label of svg.querySelectorAll('.arrow > text')) {
      const one = label.getBoundingClientRect()
      const hidden = bodies.some((box) => one.right > box.left + 1 && one.left < box.right - 1 && one.bottom > box.top + 1 && one.top < box.bottom - 1)
      if (hidden) found.push('a label is behind a box: ' + label.textContent)
    }
    return found
  })()`)
}

const looking = (width: number) => ({ viewport: { ...LOOKS.light.viewport, width } })

test('the topology of four destinations with long names fits, the one that is down as well', async (t) => {
  const name = (number: number) => `customs-office-of-destination-number-${number}`
  const destinations = Object.fromEntries(
    [1, 2, 3, 4].map((number) => [
      name(number),
      { url: `${DOWN}/a/rather/long/path/${number}`, breaker: { failures: 1, pause: '1h' } },
    ]),
  )
  const routes = [1, 2, 3, 4, 4].map((number, index) => ({
    operation: `{urn:example:a-rather-long-namespace:${index}}*`,
    to: name(number),
  }))
  const node = await adminNode(t, [
    'node.uri=urn:example:a-node-with-quite-a-long-name:of-its-own',
    `destinations=${JSON.stringify(destinations)}`,
    `routes=${JSON.stringify(routes)}`,
  ])
  await ask11(node.soap, '<o:Order xmlns:o="urn:example:a-rather-long-namespace:1"/>')
  const browser = await openBrowser(t)
  for (const width of WIDTHS) {
    const more = { ...bearing(node.token), ...looking(width) }
    const { page, wrong } = await openPage(browser, node.url, 'light', more)
    await visit(page, '#/topology')
    await page.locator('.picture g.node.bad').waitFor()
    t.is(await page.locator('.picture g.destination').count(), 4)
    t.is(await page.locator('.picture .arrow').count(), 1 + 5 + 5)
    t.regex((await page.locator('.picture g.node.bad').textContent()) ?? '', /circuit open/)
    t.deepEqual(await wrongWith(page), [], `${width}`)
    await picture(page, `topology-${width}`)
    t.deepEqual(wrong, [])
  }
})

test('the way over three nodes and back fits, with the attempts of each', async (t) => {
  const { chain, ask, reported, console } = await stage(t)
  const id = 'urn:example:drawn'
  await ask(
    record('r-1', 'one'),
    `<a:MessageID xmlns:a="http://www.w3.org/2005/08/addressing">${id}</a:MessageID>`,
  )
  await chain.quiet()
  await reported(id, ['gateway', 'auditor', 'ledger'])
  const url = await console(AUDITOR)
  const browser = await openBrowser(t)
  const { page, wrong } = await openPage(browser, url, 'light')
  for (const width of WIDTHS) {
    await page.setViewportSize(looking(width).viewport)
    await visit(page, `#/exchanges/${encodeURIComponent(id)}?${width}`)
    await page.locator('.picture g.node').nth(2).waitFor()
    t.deepEqual(await wrongWith(page), [], `${width}`)
    await picture(page, `exchange-${width}`)
  }
  t.deepEqual(wrong, [])
})
