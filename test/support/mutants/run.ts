/** Has the cases that matter for a mutant happen, and writes as JSON which promises are broken. */
import { meet } from '../meeting/meeting.js'
import { brokenIn } from '../promises/broken.js'
import { mutantOf, REPORTED } from './list.js'
import { casesFor } from './mutant.js'

const mutant = mutantOf(process.env.MUTANT ?? '')
const cleaning: (() => void | Promise<void>)[] = []
const teardown = (clean: () => void | Promise<void>) => void cleaning.unshift(clean)
// What the console shows is some seconds old.
const history = await meet({ teardown }, casesFor(mutant), mutant.promise === REPORTED)
for (const clean of cleaning) await clean()
process.stdout.write(JSON.stringify(brokenIn(history)))
