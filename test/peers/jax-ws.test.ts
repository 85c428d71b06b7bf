/** The JAX-WS reference implementation beside a node. */
import anyTest, { type TestFn } from 'ava'
import { java } from './projects.js'
import { waitingSuite } from './suites/waiting.js'
import { openTrial } from './trial.js'

const trial = openTrial(anyTest as TestFn, { name: 'jax-ws', start: java('jax-ws') })

waitingSuite(trial)
