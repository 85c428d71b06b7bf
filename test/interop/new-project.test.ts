/** From an empty folder to an operation of one's own that zeep calls by its WSDL, with the package as npm packs it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { commandsIn } from '../support/contracts/page.js'
import { emptyProject, packed, run } from '../support/new-project.js'
import { cleanEnvironment } from '../support/nodes/cli.js'

test('an empty folder, init, test, start: zeep, curl and waybill call the operation as its page says', async (t) => {
  const folder = emptyProject(t, packed)
  const made = await run(folder, 'npx --offline waybill init')
  t.is(made.code, 0, made.err)
  const tested = await run(folder, 'npm test')
  t.is(tested.code, 0, tested.out)
  appendFileSync(join(folder, 'waybill.yaml'), '\nadmin: { port: 0 }\n')
  const { url, stop } = await start(folder)
  t.teardown(stop)
  const address = `${url}/greeting`

  const called = await run(
    folder,
    `python3 -c "import zeep; print(zeep.Client('${address}?wsdl').service.Greet(name='Ada', language='fr'))"`,
  )
  t.is(called.out, 'Bonjour, Ada!\n', called.err)

  const page = await (await fetch(address, { headers: { accept: 'text/html' } })).text()
  const commands = commandsIn(page)
  t.is(commands.length, 3)
  for (const command of commands) {
    const { code, out, err } = await run(folder, command.replace(/^npx /, 'npx --offline '))
    t.is(code, 0, `${command}\n${err}`)
    t.regex(out, /Hello, text!/, command)
  }
})

/** `npm start`, on a port that is free. */
async function start(folder: string) {
  const child = spawn('npm', ['start', '--', '--set', 'http.port=0'], {
    cwd: folder,
    env: cleanEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const ended = once(child, 'close')
  let output = ''
  for await (const text of child.stderr.setEncoding('utf8')) {
    output += text
    const [, url] = /Waybill listens on (\S+?)\.?\s/.exec(output) ?? []
    if (url === undefined) continue
    // npm passes no signal on to what a shell has started for it.
    const stop = async () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      await ended
    }
    return { url, stop }
  }
  throw new Error(output)
}
