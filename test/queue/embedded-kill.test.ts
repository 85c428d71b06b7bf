/** The embedded queue under SIGKILL, and what is left of its folder: everything acknowledged has its effect. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'

const NODE = fileURLToPath(new URL('../support/accepting-node.js', import.meta.url))
const KILLS = Number(process.env.WAYBILL_KILLS ?? 3)

/** @param kill  after so many acknowledgements, and those milliseconds; undefined for an orderly end */
async function run(
  folder: string,
  prefix: string,
  most: number,
  kill?: { readonly after: number; readonly wait: number },
): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [NODE, folder, prefix, String(most)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = 0
  let timer: NodeJS.Timeout | undefined
  for await (const chunk of child.stdout) {
    told += chunk.length
    if (kill && !timer && told > kill.after) {
      timer = setTimeout(() => child.kill('SIGKILL'), kill.wait)
    }
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  clearTimeout(timer)
  return child.signalCode
}

function linesOf(folder: string, name: string): readonly string[] {
  return readFileSync(join(folder, name), 'utf8').split('\n')
}

/** Ends it in an orderly way, and looks whether all has been done. */
async function settled(t: ExecutionContext, folder: string) {
  t.is(await run(folder, 'end', 0), null)
  const effects = new Set(linesOf(folder, 'effects'))
  const acknowledged = linesOf(folder, 'acknowledged')
  t.true(acknowledged.length > 10)
  t.deepEqual(
    acknowledged.filter((id) => !effects.has(id)),
    [],
  )
  t.log(`${acknowledged.length - 1} acknowledged`)
}

test.serial(`SIGKILL ${KILLS} times at any moment: nothing acknowledged is missing`, async (t) => {
  t.timeout(60_000 + KILLS * 20_000)
  const folder = folderOf(t, {})
  for (let kill = 0; kill < KILLS; kill += 1) {
    const when = { after: (kill * 137) % 500, wait: (kill * 31) % 100 }
    t.is(await run(folder, `k${kill}`, 100_000, when), 'SIGKILL')
  }
  await settled(t, folder)
})

const DAMAGE: Readonly<Record<string, (queue: string) => void>> = {
  'the store is gone': (queue) => rmSync(queue, { recursive: true }),
  'its control file is zeros': (queue) =>
    writeFileSync(join(queue, 'global', 'pg_control'), Buffer.alloc(8192)),
  'its log is gone': (queue) => {
    for (const name of readdirSync(join(queue, 'pg_wal'))) {
      if (/^[0-9A-F]{24}$/.test(name)) rmSync(join(queue, 'pg_wal', name))
    }
  },
  'a table was cut off': (queue) => {
    const base = join(queue, 'base', '5')
    const [largest = ''] = readdirSync(base)
      .filter((name) => /^\d{5,}$/.test(name))
      .sort((one, two) => statSync(join(base, two)).size - statSync(join(base, one)).size)
    truncateSync(join(base, largest), 8192)
  },
}

for (const [title, damage] of Object.entries(DAMAGE)) {
  test.serial(
    `after a kill ${title}: what was acknowledged is done from the journal`,
    async (t) => {
      const folder = folderOf(t, {})
      t.is(await run(folder, 'a', 100_000, { after: 200, wait: 0 }), 'SIGKILL')
      damage(join(folder, 'queue'))
      await settled(t, folder)
    },
  )
}
