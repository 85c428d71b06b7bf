/** `gowsdl`, Go, beside a node. */
import anyTest, { type TestFn } from 'ava'
import { matrixSuite } from './matrix/suite.js'
import { go, nodeCommand } from './projects.js'
import { openServer } from './server.js'
import { exampleSuite } from './suites/example.js'
import { openTrial } from './trial.js'

const trial = openTrial(anyTest as TestFn, { name: 'go', start: go('go') })
const server = openServer(trial.test, () => nodeCommand('node-soap', 'server.js'))

exampleSuite(trial)
matrixSuite(trial, 'go', server)
