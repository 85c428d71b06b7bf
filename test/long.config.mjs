// ava for `npm run test:long`: every test of `npm test`, those that have a long form in it.
import { readFileSync } from 'node:fs'

const { ava } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

export default { ...ava, timeout: '10m', environmentVariables: { TESTS: 'long' } }
