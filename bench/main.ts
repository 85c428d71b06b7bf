/** `npm run bench`: runs the measurement that is asked for; without a name, the one over HTTP. */
const SUITES = [
  'http',
  'queue',
  'backlog',
  'mail',
  'relay',
  'waits',
  'schema',
  'signatures',
  'tls',
  'watched',
  'journal',
  'keys',
  'identified',
]

const [first = 'http'] = process.argv.slice(2)
const named = !first.startsWith('-')
if (named) process.argv.splice(2, 1)
const suite = named ? first : 'http'
if (SUITES.includes(suite)) await import(`./${suite}.js`)
else {
  process.stderr.write(`There is no measurement ${suite}; there are ${SUITES.join(', ')}.\n`)
  process.exitCode = 64
}
