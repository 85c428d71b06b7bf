/** What a document says of its own encoding, once it goes out as UTF-8. */
import test from 'ava'
import { sayUtf8 } from '../../src/xml/declaration.js'
import { splice } from '../../src/xml/splice.js'

const text = (text: string) => splice(text, sayUtf8(text))

test('another encoding becomes UTF-8, and nothing else changes', (t) => {
  for (const [received, goes] of [
    [
      `<?xml version="1.0" encoding="ISO-8859-1"?><a/>`,
      `<?xml version="1.0" encoding="UTF-8"?><a/>`,
    ],
    [
      `<?xml  version='1.0'\r\n\tencoding = 'utf-16' standalone="no" ?><a/>`,
      `<?xml  version='1.0'\r\n\tencoding = 'UTF-8' standalone="no" ?><a/>`,
    ],
    [`<?xml version="1.0" encoding="utf8"?><a/>`, `<?xml version="1.0" encoding="UTF-8"?><a/>`],
  ] as const) {
    t.is(text(received), goes)
  }
})

test('a text that says UTF-8, or nothing, stays as it is', (t) => {
  for (const text of [
    `<?xml version="1.0" encoding="UTF-8"?><a/>`,
    `<?xml version='1.0' encoding='utf-8'?><a/>`,
    `<?xml version="1.0"?><a encoding="x"/>`,
    `<?xml version="1.0" standalone="yes"?><a encoding="x"/>`,
    `<a><!-- <?xml version="1.0" encoding="x"?> --></a>`,
    `<a encoding="x"/>`,
    '',
  ]) {
    t.deepEqual(sayUtf8(text), [], text)
  }
})
