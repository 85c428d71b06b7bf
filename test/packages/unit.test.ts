/** The units of systemd, as systemd's own tools see them. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { folderOf } from '../support/folder.js'

const DEPLOY = fileURLToPath(new URL('../../../deploy', import.meta.url))

for (const name of ['waybill.service', 'waybill@.service']) {
  test(`systemd-analyze verify has nothing to say of ${name}`, (t) => {
    // The programs that it names need not be installed where the tests run.
    const folder = folderOf(t, { node: '#!/bin/sh\n' })
    chmodSync(join(folder, 'node'), 0o755)
    const unit = readFileSync(join(DEPLOY, name), 'utf8').replace(
      '=/usr/bin/node',
      `=${folder}/node`,
    )
    mkdirSync(join(folder, 'units'))
    const file = join(folder, 'units', name)
    writeFileSync(file, unit.replace(/^Documentation=.*\n/m, ''))
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
    })
    t.is(`${stdout}${stderr}`, '')
    t.is(status, 0)
  })

  test(`systemd-analyze security finds little exposed by ${name}`, (t) => {
    const { status, stdout } = spawnSync(
      'systemd-analyze',
      ['security', '--offline=true', '--threshold=20', join(DEPLOY, name)],
      { encoding: 'utf8' },
    )
    t.is(status, 0, stdout)
    const [, exposure] = /Overall exposure level for \S+: ([\d.]+) OK/.exec(stdout) ?? []
    t.log(`exposure of ${name}: ${exposure}`)
    t.is(exposure, '1.6')
  })
}
