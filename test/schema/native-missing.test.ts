/** What is said where libxmljs2 cannot be loaded: the remedy is that of the cause, and of the Node.js that runs. */
import test from 'ava'
import { describeMissing, installedNan } from '../../src/schema/native-missing.js'

const NOT_COMPILED = new Error('Could not locate the bindings file. Tried:\n here')
const OTHER_VERSION = new Error(
  "The module 'xmljs.node'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 115. This version of Node.js requires\nNODE_MODULE_VERSION 147.",
)
const ABSENT = Object.assign(new Error("Cannot find module 'libxmljs2'\nRequire stack: here"), {
  code: 'MODULE_NOT_FOUND',
})
const OVERRIDE =
  /^have "overrides": \{ "nan": "2\.30\.0" \} .* on v26\.10\.0 with nan 2\.22\.2, run npm install, then /

function remedy(error: Error, version: string, nan: string | undefined): readonly [string, string] {
  return describeMissing({ error, version, nan })
}

test('what was not compiled wants a compiler, and on Node.js 26 a nan that compiles there', (t) => {
  const [why, plain] = remedy(NOT_COMPILED, 'v24.21.0', '2.22.2')
  t.is(why, 'libxmljs2 was not compiled when it was installed')
  t.is(
    plain,
    'install a C++ compiler, make and Python (Debian: apt-get install g++ make python3), then run npm install-scripts approve libxmljs2 (npm 11.19 or later) and npm rebuild libxmljs2',
  )
  t.is(remedy(NOT_COMPILED, 'v26.10.0', '2.30.0')[1], plain)
  const [, first] = remedy(NOT_COMPILED, 'v26.10.0', '2.22.2')
  t.regex(first, OVERRIDE)
  t.true(first.endsWith(`then ${plain}`))
})

test('what was compiled for another Node.js is compiled for this one', (t) => {
  const [why, plain] = remedy(OTHER_VERSION, 'v20.20.2', '2.30.0')
  t.is(why, 'libxmljs2 was compiled for another Node.js than the v20.20.2 that runs')
  t.is(plain, 'run npm rebuild libxmljs2 with this one first in PATH')
  t.regex(remedy(OTHER_VERSION, 'v26.10.0', '2.22.2')[1], OVERRIDE)
})

test('what is not there is installed, and of another cause nothing is made up', (t) => {
  t.deepEqual(remedy(ABSENT, 'v26.10.0', undefined), [
    'libxmljs2 is not installed',
    'run npm install',
  ])
  const [why, what] = remedy(
    new Error("libstdc++.so.6: version `GLIBCXX_3.4.30' not found"),
    'v24.21.0',
    '2.30.0',
  )
  t.is(why, 'libxmljs2 cannot be loaded')
  t.is(what, 'fix the cause, or compile it again by npm rebuild libxmljs2')
})

test('this project has libxmljs2 compiled with a nan that Node.js 26 takes', (t) => {
  t.is(installedNan(), '2.30.0')
})
