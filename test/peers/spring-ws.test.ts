/** Spring Web Services beside a node. */
import anyTest, { type TestFn } from 'ava'
import { matrixSuite } from './matrix/suite.js'
import { java, javaCommand } from './projects.js'
import { openServer } from './server.js'
import { exampleSuite } from './suites/example.js'
import { relayFaultSuite } from './suites/faults.js'
import { generatedSuite } from './suites/names.js'
import { waitingSuite } from './suites/waiting.js'
import { openTrial } from './trial.js'

const trial = openTrial(anyTest as TestFn, { name: 'spring-ws', start: java('spring-ws') })
const server = openServer(trial.test, () => javaCommand('spring-ws', 'peer.Server'))

waitingSuite(trial)
relayFaultSuite(trial)
generatedSuite(trial)
exampleSuite(trial)
matrixSuite(trial, 'spring-ws', server)
