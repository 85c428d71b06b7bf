/** Apache CXF beside a node. */
import anyTest, { type TestFn } from 'ava'
import { matrixSuite } from './matrix/suite.js'
import { java, javaCommand } from './projects.js'
import { openServer } from './server.js'
import { exampleSuite } from './suites/example.js'
import { relayFaultSuite, senderFaultSuite } from './suites/faults.js'
import { generatedSuite, servedWsdlSuite } from './suites/names.js'
import { waitingSuite } from './suites/waiting.js'
import { openTrial } from './trial.js'

const trial = openTrial(anyTest as TestFn, { name: 'cxf', start: java('cxf') })
const server = openServer(trial.test, () => javaCommand('cxf', 'peer.Server'))

waitingSuite(trial)
relayFaultSuite(trial)
senderFaultSuite(trial)
servedWsdlSuite(trial)
generatedSuite(trial)
exampleSuite(trial)
matrixSuite(trial, 'cxf', server)
