/** The JAX-WS reference implementation beside a node. */
import anyTest, { type TestFn } from 'ava'
import { matrixSuite } from './matrix/suite.js'
import { java, javaCommand } from './projects.js'
import { openServer } from './server.js'
import { bridgeSuite } from './suites/bridge.js'
import { exampleSuite } from './suites/example.js'
import { relayFaultSuite } from './suites/faults.js'
import { generatedSuite, servedWsdlSuite } from './suites/names.js'
import { waitingSuite } from './suites/waiting.js'
import { openTrial } from './trial.js'

const trial = openTrial(anyTest as TestFn, { name: 'jax-ws', start: java('jax-ws') })
const server = openServer(trial.test, () => javaCommand('jax-ws', 'peer.Server'))

waitingSuite(trial)
relayFaultSuite(trial)
servedWsdlSuite(trial)
generatedSuite(trial)
bridgeSuite(trial, server)
exampleSuite(trial)
matrixSuite(trial, 'jax-ws', server)
