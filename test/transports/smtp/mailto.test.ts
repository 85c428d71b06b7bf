/** Which `mailto:` URLs this node sends to: one mailbox, and fields that do no harm. */
import test from 'ava'
import { Undeliverable } from '../../../src/transport.js'
import { readMailto } from '../../../transports/smtp/mailto.js'

const read = (url: string) => readMailto(new URL(url))

const GOOD: Readonly<Record<string, string>> = {
  'mailto:calculator@bus.example': 'calculator@bus.example',
  'MAILTO:a@b': 'a@b',
  'mailto:first.last+token@sub.bus.example': 'first.last+token@sub.bus.example',
  'mailto:a%2Bb@c.example': 'a+b@c.example',
  "mailto:!%23$%25&'*+-/=%3F^_`{|}~@c.example": "!#$%&'*+-/=?^_`{|}~@c.example",
  'mailto:a@bücher.example': 'a@xn--bcher-kva.example',
  'mailto:a@b%C3%BCcher.example': 'a@xn--bcher-kva.example',
}

for (const [url, mailbox] of Object.entries(GOOD)) {
  test(`${url} is ${mailbox}`, (t) => {
    t.deepEqual(read(url), { mailbox, fields: [] })
  })
}

test('a subject and harmless fields', (t) => {
  t.deepEqual(read('mailto:a@b?Subject=Gr%C3%B6%C3%9Fe%20%26%20more&keywords=x,y&comments=z'), {
    mailbox: 'a@b',
    subject: 'Größe & more',
    fields: [
      ['Keywords', 'x,y'],
      ['Comments', 'z'],
    ],
  })
})

const BAD = [
  'mailto:',
  'mailto:@b',
  'mailto:a',
  'mailto:a@',
  'mailto:a@b,c@d',
  'mailto:a@b%2Cc@d',
  'mailto:a%2Cb@d',
  'mailto:g:a@b,c@d;',
  'mailto:g:a@b;',
  'mailto:"x@evil y"@ok',
  'mailto:%22x%22@ok',
  'mailto:a@b\r\nBcc: c@d',
  'mailto:a@b%0D%0ABcc:%20c@d',
  'mailto:a%0D%0A@b',
  'mailto:a%00@b',
  'mailto:a b@c',
  'mailto:<a@b>',
  'mailto:Name%20%3Ca@b%3E',
  'mailto:a@b@c',
  'mailto:a%40b@c',
  'mailto:a(comment)@b',
  'mailto:.a@b',
  'mailto:a.@b',
  'mailto:a..b@c',
  'mailto:a@[127.0.0.1]',
  'mailto:a@-b',
  'mailto:a@b-',
  'mailto:a@b..c',
  'mailto:a@b.',
  'mailto:a@b_c',
  'mailto:ü@b',
  'mailto:a@b%E2%80%AEc',
  'mailto:a@b%2Fc',
  'mailto:a%ZZ@b',
  'mailto:a@b#fragment',
  'mailto://a@b',
  `mailto:${'x'.repeat(65)}@b`,
  `mailto:a@${'b'.repeat(64)}`,
  `mailto:a@${'b.'.repeat(130)}b`,
  'mailto:?to=a@b',
  'mailto:a@b?to=c@d',
  'mailto:a@b?cc=c@d',
  'mailto:a@b?bcc=c@d',
  'mailto:a@b?from=c@d',
  'mailto:a@b?reply-to=c@d',
  'mailto:a@b?body=x',
  'mailto:a@b?content-type=text/plain',
  'mailto:a@b?Subject%0D%0ABcc=c@d',
  'mailto:a@b?subject=x%0D%0ABcc:%20c@d',
  'mailto:a@b?subject=x&subject=y',
  'mailto:a@b?subject=%E0%A4',
  'mailto:a@b?constructor=x',
  'http://a@b',
]

for (const url of BAD) {
  test(`refused for good: ${JSON.stringify(url.slice(0, 80))}`, (t) => {
    const error = t.throws(() => read(url), { instanceOf: Undeliverable })
    t.true(error?.permanent)
    t.regex(error?.message ?? '', /is no address to send to: /)
  })
}

test('a mailbox of many parts is looked at in time in proportion to them', (t) => {
  // In proportion to their square, it would take longer than a test may.
  t.throws(() => read(`mailto:${'a.'.repeat(500_000)}@`), { instanceOf: Undeliverable })
})
