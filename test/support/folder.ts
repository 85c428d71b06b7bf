/** Makes a folder of files for one test and removes it afterwards. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

interface Teardown {
  teardown(clean: () => void): void
}

/** @param files  content by path below the folder */
export function folderOf(t: Teardown, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  return folder
}
