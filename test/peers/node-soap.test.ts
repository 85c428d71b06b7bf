/** `soap` of npm, called node-soap, beside a node. */
import anyTest, { type TestFn } from 'ava'
import { matrixSuite } from './matrix/suite.js'
import { CONTRACT_FILE, nodeCommand, nodeProgram } from './projects.js'
import { openServer } from './server.js'
import { exampleSuite } from './suites/example.js'
import { relayFaultSuite } from './suites/faults.js'
import { waitingSuite } from './suites/waiting.js'
import { openTrial } from './trial.js'

const trial = openTrial(anyTest as TestFn, {
  name: 'node-soap',
  start: nodeProgram('node-soap'),
  fields: { wsdl: CONTRACT_FILE },
})
const server = openServer(trial.test, () => nodeCommand('node-soap', 'server.js'))

waitingSuite(trial)
relayFaultSuite(trial)
exampleSuite(trial)
matrixSuite(trial, 'node-soap', server)
