/** Which versions of Node.js will do. */
import test from 'ava'
import { isSupported, isTooOld } from '../../src/base/node-version.js'

test('the versions of Node.js that package.json names', (t) => {
  const supported = ['v20.19.0', 'v20.20.2', 'v22.12.0', 'v24.0.0', 'v26.10.0']
  const others = ['v18.20.0', 'v20.18.3', 'v21.0.0', 'v22.11.0', 'v23.5.0', 'v25.0.0']
  t.true(supported.every(isSupported))
  t.false(others.some(isSupported))
})

test('what is older is too old, and what is newer may be tried', (t) => {
  t.true(['v16.20.2', 'v18.20.0', 'v20.18.3', 'v21.7.3', 'v22.11.0'].every(isTooOld))
  t.false(['v20.19.0', 'v22.12.0', 'v23.5.0', 'v24.0.0', 'v25.0.0', 'v27.1.0'].some(isTooOld))
})
