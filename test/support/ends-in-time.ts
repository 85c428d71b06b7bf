/** Loaded by ava beside each test file: fails one whose process does not end in time after its last test. */
import { registerCompletionHandler } from 'ava'

/** Milliseconds; a test of this says another number. */
const MINUTE = 60_000

/** Exit code of a program that has an error of its own (EX_SOFTWARE). */
const SOFTWARE = 70

registerCompletionHandler(() => {
  // It keeps no process alive: it comes in one that something else keeps.
  const timer = setTimeout(
    () => {
      const alive = process.getActiveResourcesInfo().join(', ')
      process.stderr.write(
        `the tests are over, and the process is kept by ${alive}: close what they opened\n`,
      )
      process.exit(SOFTWARE)
    },
    Number(process.env.TESTS_END_WITHIN ?? MINUTE),
  )
  timer.unref()
})
