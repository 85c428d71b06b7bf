/** Spring Web Services beside a node. */
import anyTest, { type TestFn } from 'ava'
import { java } from './projects.js'
import { waitingSuite } from './suites/waiting.js'
import { openTrial } from './trial.js'

const trial = openTrial(anyTest as TestFn, { name: 'spring-ws', start: java('spring-ws') })

waitingSuite(trial)
