/** Folders are made with those above them, and a system that makes none is told of, not asked for ever. */
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { makeFolder } from '../../src/base/folder.js'
import { folderOf } from '../support/folder.js'

test('the outermost folder that was made is told, and none if all were there', (t) => {
  const here = folderOf(t, {})
  t.is(makeFolder(join(here, 'a', 'b', 'c'), 0o700), join(here, 'a'))
  t.is(statSync(join(here, 'a', 'b', 'c')).mode & 0o777, 0o700)
  t.is(makeFolder(join(here, 'a', 'b', 'c')), undefined)
  t.is(makeFolder(join(here, 'a', 'd')), join(here, 'a', 'd'))
})

test('a file in the place of a folder is an error', (t) => {
  const here = folderOf(t, {})
  writeFileSync(join(here, 'file'), '')
  t.throws(() => makeFolder(join(here, 'file')), { code: 'EEXIST' })
  t.throws(() => makeFolder(join(here, 'file', 'below')), { code: 'ENOTDIR' })
})

const onLinux = existsSync('/proc/self') ? test : test.skip
onLinux('where the system makes no folder, that is an error: below /proc', (t) => {
  t.throws(() => makeFolder('/proc/none'), { code: 'ENOENT' })
  t.throws(() => makeFolder('/proc/none/below'), { code: 'ENOENT' })
})
