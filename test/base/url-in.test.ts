/** URLs in texts of others: what is none is undefined, however often it is asked. */
import test from 'ava'
import { urlIn } from '../../src/base/url-in.js'

test('an absolute URL, and a relative one with a base', (t) => {
  t.is(urlIn('http://example.com/a')?.href, 'http://example.com/a')
  t.is(urlIn('../b', 'http://example.com/a/c')?.href, 'http://example.com/b')
  t.is(urlIn('../b'), undefined)
  t.is(urlIn('http://[::'), undefined)
})

test('letters of Latin-1 mean the same the ten thousandth time', (t) => {
  for (let n = 0; n < 10_000; n += 1) {
    if (urlIn('http://b\u00fccher.example/')?.host !== 'xn--bcher-kva.example') t.fail(`${n}`)
    if (urlIn('http://\u00c3\u009f.example/') !== undefined) t.fail(`${n}`)
  }
  t.pass()
})
