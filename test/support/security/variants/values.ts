/** Variants: comments, sections and characters in values, where readers of XML differ. */
import { forgedBody, type Kit, type Letter, letter, write } from '../forge/letter.js'
import { digest } from '../forge/texts.js'
import type { Variant } from './variant.js'

function changed(
  name: string,
  change: (letter: Letter, hers: string, real: string) => Partial<Letter>,
): Variant {
  const build = (kit: Kit) => {
    const honest = letter(kit)
    const forged = forgedBody(kit)
    return write({
      ...honest,
      body: forged,
      ...change(honest, digest(forged), digest(honest.body)),
    })
  }
  return { name, build }
}

/** Text of the signed entry with something in it. */
const inText = (name: string, text: string): Variant =>
  changed(name, ({ body }) => ({ body: body.replace('honest', text) }))

export const VALUES: readonly Variant[] = [
  changed('the forged digest is a comment before the real one', ({ info }, hers, real) => ({
    info: info.replace(real, `<!--${hers}-->${real}`),
  })),
  changed('the forged digest is a comment behind the real one', ({ info }, hers, real) => ({
    info: info.replace(real, `${real}<!--${hers}-->`),
  })),
  changed('a comment stands in the real digest', ({ info }, _, real) => ({
    info: info.replace(real, `${real.slice(0, 9)}<!-- -->${real.slice(9)}`),
  })),
  changed('the forged digest is a CDATA section before the real one', ({ info }, hers, real) => ({
    info: info.replace(real, `<![CDATA[${hers}]]>${real}`),
  })),
  changed(
    'the forged digest is a CDATA section in place of the real one',
    ({ info }, hers, real) => ({
      info: info.replace(real, `<![CDATA[${hers}]]><!--${real}-->`),
    }),
  ),
  changed('the forged digest is an element before the real one', ({ info }, hers, real) => ({
    info: info.replace(real, `<x>${hers}</x>${real}`),
  })),
  changed('the forged digest is a processing instruction', ({ info }, hers, real) => ({
    info: info.replace(real, `<?x ${hers}?>${real}`),
  })),
  changed('two DigestValues, the forged one first', ({ info }, hers, real) => ({
    info: info.replace(real, `${hers}</ds:DigestValue><ds:DigestValue>${real}`),
  })),
  changed('two DigestValues, the forged one last', ({ info }, hers, real) => ({
    info: info.replace(real, `${real}</ds:DigestValue><ds:DigestValue>${hers}`),
  })),
  changed('the digest is empty', ({ info }, _, real) => ({ info: info.replace(real, '') })),
  changed('the digest is cut', ({ info }, _, real) => ({
    info: info.replace(real, real.slice(0, 8)),
  })),
  changed('a comment stands in a Reference’s URI as a reference to a character', ({ info }) => ({
    info: info.replace('"#Body"', '"#Body&#60;!-- --&#62;"'),
  })),
  changed(
    'comments stand around the signed Reference, and a forged one in its place',
    ({ info }, hers, real) => ({
      info: info
        .replace('<ds:Reference URI="#Body"', '<!-- <ds:Reference URI="#Body"')
        .replace('</ds:SignedInfo>', ` --></ds:SignedInfo>`)
        .replace(real, hers),
    }),
  ),
  changed('a comment in SignatureValue hides the rest of it', ({ value }) => ({
    value: `${value.slice(0, 40)}<!--${value.slice(40)}-->`,
  })),
  changed('SignatureValue is empty', () => ({ value: '' })),
  changed('SignatureValue is no base64', () => ({ value: '!!!!' })),
  changed('SignatureValue has a zero byte more', ({ value }) => ({
    value: Buffer.concat([Buffer.from(value, 'base64'), Buffer.alloc(1)]).toString('base64'),
  })),
  changed('SignatureValue has a zero byte before it', ({ value }) => ({
    value: Buffer.concat([Buffer.alloc(1), Buffer.from(value, 'base64')]).toString('base64'),
  })),
  inText('a processing instruction in the signed text', '<?forged?>honest'),
  inText('another text by a CDATA section behind the signed one', 'honest<![CDATA[ forged]]>'),
  inText('another text by character references', '&#102;&#111;&#114;&#103;&#101;&#100;'),
  inText('an element in the signed text', 'honest<x>forged</x>'),
  inText('white space behind the signed text', 'honest '),
  inText('a zero-width character in the signed text', 'hon\u200best'),
  inText('a composed character in place of another form', 'hone\u0301st'),
  changed('an attribute more at the signed entry', ({ body }) => ({
    body: body.replace('<t:text>', '<t:text forged="1">'),
  })),
  changed('an attribute more at the signed Body', ({ body }) => ({
    body: body.replace('<s:Body', '<s:Body forged="1"'),
  })),
  changed('an element more behind the signed entry', ({ body }) => ({
    body: body.replace('</s:Body>', '<forged/></s:Body>'),
  })),
  changed('white space between the signed Body and its entry', ({ body }) => ({
    body: body.replace('<t:Mark', ' <t:Mark'),
  })),
]
