/** Loads the build with one mutant in it: `node --import` this file, with the mutant in the environment. */
import { readFileSync } from 'node:fs'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'
import { mutantOf } from './list.js'
import { mutated } from './mutant.js'

/** Place of a file of the build. */
const locationOf = (file: string) => new URL(`../../../${file}`, import.meta.url)

const mutant = mutantOf(process.env.MUTANT ?? '')
const location = locationOf(mutant.file)
const source = mutated(readFileSync(fileURLToPath(location), 'utf8'), mutant)
const data = { url: location.href, source }
register(new URL('./hooks.js', import.meta.url), { data })
