/** Which media type a request prefers. */
import test from 'ava'
import { isNamed, preferred } from '../../../transports/http/protocol/accept.js'

const OFFERS = ['application/soap+xml', 'application/json'] as const

const CASES: readonly (readonly [
  accept: string | undefined,
  offer: (typeof OFFERS)[number] | undefined,
])[] = [
  [undefined, undefined],
  ['', undefined],
  ['*/*', 'application/soap+xml'],
  ['application/*', 'application/soap+xml'],
  ['application/json', 'application/json'],
  ['application/json, application/soap+xml', 'application/soap+xml'],
  ['application/json;q=1, application/soap+xml;q=0.999', 'application/json'],
  ['application/json, */*', 'application/json'],
  ['application/json;q=0, */*', 'application/soap+xml'],
  ['application/json;q=0', undefined],
  ['application/json;q=1.1', undefined],
  ['application/json;q=0.1234', undefined],
  ['application/json; charset=utf-8; q=0.5, */*;q=0.1', 'application/json'],
  ['image/png', undefined],
  ['Application/JSON', 'application/json'],
]

for (const [accept, offer] of CASES) {
  test(`RFC 9110 §12.5.1: Accept: ${accept} prefers ${offer}`, (t) => {
    t.is(preferred(accept, OFFERS), offer)
  })
}

test('RFC 9110 §12.5.1: a type is named by itself, not by a range', (t) => {
  t.true(isNamed('text/html,application/xhtml+xml,*/*;q=0.8', 'text/html'))
  t.false(isNamed('*/*', 'text/html'))
  t.false(isNamed('text/*', 'text/html'))
  t.false(isNamed('text/html;q=0', 'text/html'))
  t.false(isNamed(undefined, 'text/html'))
})
