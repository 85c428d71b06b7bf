/** A contract is served as it was written: what was generated from it runs with the WSDL of the node, and comes out of that again. */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { folderOf } from '../projects.js'
import { itemOf, type Trial } from '../trial.js'

const execute = promisify(execFile)

/** Sources that projects share, beside them. */
const SHARED = ['dialogue', 'jaxb', 'jax-ws-api']

/** For clients that read the WSDL when they start: they find their service, and its port, and the address of the node. */
export function servedWsdlSuite(trial: Trial): void {
  const { test, name } = trial

  test.serial(
    `${name}: what was made from the contract runs with the WSDL of the node`,
    async (t) => {
      const wsdl = `${trial.node().url}/warehouse?wsdl`
      const fields = (item: string) => ({ wsdl, address: '', item, count: '1' })
      t.regex(String((await trial.call(t, 'Reserve', fields(itemOf('tea')))).result), /^R-\d+$/)
      const item = itemOf('nothing')
      t.like(await trial.call(t, 'Reserve', fields(item)), { item, left: '0' })
    },
  )
}

/** For clients that are generated and compiled by Maven. */
export function generatedSuite(trial: Trial): void {
  const { test, name } = trial

  test.serial(
    `${name}: the WSDL of the node gives the classes of the contract, and the client compiles with them`,
    async (t) => {
      const folder = await mkdtemp(join(tmpdir(), 'waybill-peers-'))
      t.teardown(() => rm(folder, { recursive: true, force: true }))
      const source = (path: string) => !/\/target(\/|$)/.test(path)
      for (const shared of SHARED) {
        await cp(folderOf(shared), join(folder, shared), { recursive: true })
      }
      await cp(folderOf(name), join(folder, name), { recursive: true, filter: source })
      const contract = `-Dcontract=${trial.node().url}/warehouse?wsdl`
      const options = ['--quiet', '--batch-mode', '--offline', 'compile', contract]
      await execute('mvn', options, { cwd: join(folder, name), timeout: 480_000 })
      t.deepEqual(await classesIn(join(folder, name)), await classesIn(folderOf(name)))
    },
  )
}

async function classesIn(project: string): Promise<readonly string[]> {
  const files = await readdir(join(project, 'target', 'classes'), { recursive: true })
  return files.filter((file) => file.endsWith('.class')).sort()
}
