/** The man page, as the two programs that show man pages read it. */
import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import test from 'ava'

const page = fileURLToPath(new URL('../../../man/waybill.1', import.meta.url))

test('mandoc finds nothing wrong in it', (t) => {
  t.is(spawnSync('mandoc', ['-Tlint', '-Wall', page], { encoding: 'utf8' }).stdout, '')
})

test('what it shows has its commands and options', (t) => {
  const shown = execFileSync('mandoc', ['-Tmarkdown', page], { encoding: 'utf8' })
  t.true(shown.startsWith('WAYBILL(1) - General Commands Manual'))
  t.regex(shown, /^\*\*-c\*\*, \*\*--config\*\* \*file\*$/m)
  t.regex(shown, /^## waybill queue trim$/m)
})
