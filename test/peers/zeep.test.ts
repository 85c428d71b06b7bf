/** `zeep` beside a node. */
import anyTest, { type TestFn } from 'ava'
import { matrixSuite } from './matrix/suite.js'
import { CONTRACT, nodeCommand, python } from './projects.js'
import { openServer } from './server.js'
import { actionsSuite } from './suites/actions.js'
import { exampleSuite } from './suites/example.js'
import { relayFaultSuite } from './suites/faults.js'
import { servedWsdlSuite } from './suites/names.js'
import { waitingSuite } from './suites/waiting.js'
import { openTrial } from './trial.js'

const trial = openTrial(anyTest as TestFn, {
  name: 'zeep',
  start: python('zeep'),
  fields: { wsdl: CONTRACT, service: 'WarehouseService' },
})
const server = openServer(trial.test, () => nodeCommand('node-soap', 'server.js'))

waitingSuite(trial)
relayFaultSuite(trial)
servedWsdlSuite(trial)
actionsSuite(trial)
exampleSuite(trial)
matrixSuite(trial, 'zeep', server)
