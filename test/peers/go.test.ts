/** `gowsdl`, Go, beside a node. */
import anyTest, { type TestFn } from 'ava'
import { matrixSuite } from './matrix/suite.js'
import { go, nodeCommand } from './projects.js'
import { openTrial } from './trial.js'

const trial = openTrial(anyTest as TestFn, { name: 'go', start: go('go') })

matrixSuite(trial, 'go', () => nodeCommand('node-soap', 'server.js'))
