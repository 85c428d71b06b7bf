/** Markup: what is not of this project is escaped wherever it stands. */
import test from 'ava'
import { Html, html } from '../../../src/contract/page/html.js'

test('a text between the parts is escaped, for content and for quoted attributes', (t) => {
  const text = `<b onclick="x">&amp;'`
  t.is(
    html`<i title="${text}">${text}</i>`.text,
    `<i title="&lt;b onclick=&quot;x&quot;&gt;&amp;amp;&#39;">&lt;b onclick=&quot;x&quot;&gt;&amp;amp;&#39;</i>`,
  )
})

test('markup that html has made stays as it is, alone and in lists', (t) => {
  const items = ['<', '>'].map((text) => html`<li>${text}</li>`)
  t.is(html`<ul>${items}</ul>`.text, '<ul><li>&lt;</li><li>&gt;</li></ul>')
})

test('an object that looks like markup is none', (t) => {
  const fake: unknown = { text: '<script>' }
  t.false(fake instanceof Html)
  t.is(html`${String(fake)}`.text, '[object Object]')
})

test('nothing stands for undefined and false, and 0 for 0', (t) => {
  t.is(html`a${undefined}b${false}c${0}`.text, 'abc0')
})

test('characters that HTML does not have are shown as U+FFFD', (t) => {
  t.is(html`${'a\u0000b\u001bc\ud800d\uffffe\tf\n'}`.text, 'a\ufffdb\ufffdc\ufffdd\ufffde\tf\n')
})
