/** The strict reader of the text format refuses what breaks its rules. */
import test from 'ava'
import { readExposition } from '../support/metrics/exposition.js'

const HEAD = '# HELP a_total Help.\n# TYPE a_total counter\n'
const HISTOGRAM = '# HELP h Help.\n# TYPE h histogram\n'

test('what is right is read', (t) => {
  const text = `${HEAD}a_total{x="1\\"\\\\\\n",y=""} 2\na_total 1e+3\n\n${HISTOGRAM}h_bucket{le="0.1"} 1\nh_bucket{le="+Inf"} 2\nh_sum 3.5\nh_count 2\n`
  const families = readExposition(text)
  const [first, second] = families.get('a_total')?.samples ?? []
  t.is(first?.labels.get('x'), '1"\\\n')
  t.is(second?.value, 1000)
  t.is(families.get('h')?.samples.length, 4)
})

for (const [what, text, why] of [
  ['no line feed at the end', `${HEAD}a_total 1`, /line feed/],
  ['a sample before its TYPE', 'a_total 1\n', /without its TYPE/],
  ['a sample of another metric', `${HEAD}b_total 1\n`, /without its TYPE/],
  ['TYPE after samples', `${HEAD}a_total 1\n# TYPE a_total counter\n`, /before the samples/],
  ['no HELP', '# TYPE a_total counter\na_total 1\n', /lacks HELP/],
  ['two groups', `${HEAD}# HELP b B.\n# TYPE b gauge\n# HELP a_total Again.\n`, /one group/],
  ['a type that is none', '# HELP a A.\n# TYPE a number\n', /none/],
  ['the same twice', `${HEAD}a_total{x="1",y="2"} 1\na_total{y="2",x="1"} 1\n`, /twice/],
  ['a label twice', `${HEAD}a_total{x="1",x="2"} 1\n`, /second label/],
  ['a label without quotes', `${HEAD}a_total{x=1} 1\n`, /broken label/],
  ['an escape that is none', `${HEAD}a_total{x="\\t"} 1\n`, /broken label/],
  ['no number', `${HEAD}a_total one\n`, /no value/],
  ['a counter below zero', `${HEAD}a_total -1\n`, /below zero/],
  ['a counter without _total', '# HELP a A.\n# TYPE a counter\na 1\n', /_total/],
  ['no +Inf', `${HISTOGRAM}h_bucket{le="1"} 1\nh_sum 1\nh_count 1\n`, /no bucket \+Inf/],
  [
    'a count that differs',
    `${HISTOGRAM}h_bucket{le="+Inf"} 1\nh_sum 1\nh_count 2\n`,
    /not the count/,
  ],
  [
    'buckets that fall',
    `${HISTOGRAM}h_bucket{le="1"} 2\nh_bucket{le="+Inf"} 1\nh_sum 1\nh_count 1\n`,
    /fewer/,
  ],
  ['buckets out of order', `${HISTOGRAM}h_bucket{le="2"} 1\nh_bucket{le="1"} 1\n`, /out of order/],
  ['no sum', `${HISTOGRAM}h_bucket{le="+Inf"} 1\nh_count 1\n`, /no sum/],
] as const) {
  test(`${what} is refused`, (t) => {
    t.throws(() => readExposition(text), { message: why })
  })
}
