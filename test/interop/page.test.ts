/** Pages as other programs see them: valid HTML for tidy, and shown by Chromium in light and dark, wide and narrow. */
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { commandsIn } from '../support/contracts/page.js'
import { pluginOf } from '../support/contracts/plugins.js'
import { values } from '../support/contracts/values.js'
import { folderOf } from '../support/folder.js'
import { run } from '../support/new-project.js'
import { serveNode } from '../support/nodes/node.js'

const node = await serveNode({ shop: pluginOf('shop'), values })
test.after.always(() => node.close())

async function page(path: string): Promise<string> {
  const answer = await fetch(`${node.url}${path}`, { headers: { accept: 'text/html' } })
  return answer.text()
}

for (const path of ['', '/shop', '/values']) {
  test(`tidy finds nothing wrong with the page of ${path || 'the node'}`, async (t) => {
    const input = await page(path)
    const { stderr, status } = spawnSync('tidy', ['-q', '-e', '-utf8'], { input, encoding: 'utf8' })
    t.is(stderr, '')
    t.is(status, 0)
  })
}

test('every command on a page works when it is pasted into a shell', async (t) => {
  const commands = commandsIn(await page('/shop')).filter((command) => command.startsWith('curl'))
  t.is(commands.length, 4)
  for (const command of commands) {
    const { code, err } = await run('.', `${command}\n`)
    t.is(code, 0, `${command}\n${err}`)
  }
  const statuses = await Promise.all(
    commands.map((command) =>
      run('.', command.replace('curl -sS', `curl -sS -o /dev/null -w '%{http_code}'`)),
    ),
  )
  t.deepEqual(statuses.map(({ out }) => out).sort(), ['200', '200', '200', '202'])
})

for (const scheme of [0, 1]) {
  for (const width of [1280, 390]) {
    test(`Chromium shows it ${scheme === 0 ? 'dark' : 'light'}, ${width} wide`, async (t) => {
      const folder = folderOf(t, {})
      const file = join(folder, 'page.png')
      const flags = [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--enable-logging=stderr',
        `--blink-settings=preferredColorScheme=${scheme}`,
        `--window-size=${width},2400`,
        `--user-data-dir=${join(folder, 'profile')}`,
        `--screenshot=${file}`,
      ]
      // The node is in this process: it must not wait for the browser.
      const { err } = await run(folder, `chromium ${flags.join(' ')} ${node.url}/shop`)
      // Its console tells what the policy has kept out.
      t.notRegex(err, /Content Security Policy|Refused to/)
      t.true(statSync(file).size > 50_000)
    })
  }
}
