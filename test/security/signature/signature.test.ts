/** Signatures by every algorithm hold, wherever they stand, and no octet of what they cover can change. */
import test from 'ava'
import { SecurityFailure } from '../../../src/security/failure.js'
import { ALGORITHMS } from '../../../src/security/signature/algorithms.js'
import { isSignedBy } from '../../../src/security/signature/keys.js'
import { readSignature } from '../../../src/security/signature/signature.js'
import { readDocument } from '../../../src/xml/read.js'
import { Random } from '../../support/random.js'
import {
  envelopeWith,
  SHARED,
  sign,
  signatureIn,
  signers,
  verified,
} from '../../support/security/signing.js'
import { NS11 } from '../../support/wire/envelopes.js'

const failed = (code: string) => ({ instanceOf: SecurityFailure, code })

for (const [name, key, verifier] of signers()) {
  test(`${name}: what is signed is verified, and is told`, (t) => {
    const text = sign(key, ['Body', 'To'])
    t.deepEqual(verified(text, verifier), [`{${NS11}}Body`, '{u:t}To'])
    const parts = readSignature(signatureIn(readDocument(text)))
    t.is(parts.kind, name.startsWith('hmac') ? 'mac' : 'signature')
    t.is(parts.value.octets.toString('base64'), parts.value.text)
  })

  test(`${name}: the key of somebody else verifies nothing`, (t) => {
    const text = sign(key)
    for (const [other, , theirs] of signers()) {
      if (theirs.type === verifier.type && theirs.equals(verifier)) continue
      t.throws(() => verified(text, theirs), failed('FailedCheck'), other)
    }
  })
}

test('an altered octet anywhere in a signed part, in SignedInfo or in SignatureValue is refused', (t) => {
  const [[, key, verifier] = []] = signers()
  if (!key || !verifier) throw new Error('there is no key')
  const text = sign(key, ['Body'])
  const signed =
    /<ds:SignedInfo>.*<\/ds:SignedInfo>|<ds:SignatureValue>.*<\/ds:SignatureValue>|<s:Body.*<\/s:Body>/gs
  let altered = 0
  for (const { 0: part, index } of text.matchAll(signed)) {
    for (let at = index; at < index + part.length - 1; at += 1) {
      for (const by of alternatives(text[at] ?? '')) {
        const forged = text.slice(0, at) + by + text.slice(at + 1)
        if (isSame(forged, text)) continue
        t.throws(
          () => verified(forged, verifier),
          undefined,
          `${at}: ${forged.slice(at - 20, at + 20)}`,
        )
        altered += 1
      }
    }
  }
  t.true(altered > 2_000)
})

/** Another letter, one more, none. */
function alternatives(character: string): readonly string[] {
  return [character === 'x' ? 'y' : 'x', `${character} `, '']
}

/** White space in tags, base64 and between elements of SignedInfo is not part of what is signed, or of the tree. */
function isSame(forged: string, text: string): boolean {
  const tree = (document: string) => {
    try {
      return JSON.stringify(readDocument(document), (key, value) =>
        key === 'start' || key === 'end' ? undefined : value,
      )
    } catch {
      return undefined
    }
  }
  const value = (document: string) =>
    document.replace(
      /(<ds:SignatureValue>)([^<]*)/,
      (_, tag, base64) => tag + base64.replaceAll(' ', ''),
    )
  return tree(value(forged)) === tree(value(text))
}

test('a signature stays valid where namespaces are declared around it, and elsewhere', (t) => {
  for (const [, key, verifier] of signers()) {
    const text = sign(key)
    const around = text
      .replace('<s:Envelope ', '<s:Envelope xmlns:ds="u:other" xmlns:more="u:more" xml:lang="en" ')
      .replace('<sec:Signature>', '\n<sec:Signature xmlns="u:elsewhere" xmlns:q="u:elsewhere">\n')
      .replace('</s:Header>', '<more:Block xmlns:s="u:s" u="1"/></s:Header>')
    t.notDeepEqual(around, text)
    t.deepEqual(verified(around, verifier), verified(text, verifier))
  }
})

test('XML Signature §3.2: SignatureValue is checked before any digest, and each Reference before the next', (t) => {
  const text = sign({ kind: 'mac', key: SHARED, name: '' }, ['Body', 'To'])
  const requests: string[] = []
  const asking = (document: string) => {
    requests.length = 0
    return () =>
      verified(document, SHARED, {
        elementOf: (id) => {
          requests.push(id)
          return undefined
        },
      })
  }
  t.throws(asking(text.replace(/(<ds:SignatureValue>)..../, '$1AAAA')), failed('FailedCheck'))
  t.deepEqual(requests, [])
  t.throws(asking(text), failed('InvalidSecurity'))
  t.deepEqual(requests, ['Body'])
})

test('a MAC is never verified with a public key, nor a signature with a secret', (t) => {
  const mac = sign({ kind: 'mac', key: SHARED, name: '' })
  for (const [, key, verifier] of signers()) {
    if (verifier.type === 'public') {
      t.throws(() => verified(mac, verifier), {
        ...failed('FailedCheck'),
        message: /none for HMAC/,
      })
      t.throws(() => verified(sign(key), SHARED), failed('FailedCheck'))
    }
  }
})

test('zeros, ones and chance of any length are nobody’s signature, and no error of node:crypto gets out', (t) => {
  const random = new Random(5)
  const lengths = [0, 1, 20, 32, 63, 64, 65, 96, 128, 132, 255, 256, 257, 384, 512, 4096]
  for (const [uri, algorithm] of ALGORITHMS) {
    for (const [, , key] of signers()) {
      for (const length of lengths) {
        for (const value of [
          Buffer.alloc(length),
          Buffer.alloc(length, 255),
          Buffer.from(Array.from({ length }, () => random.below(256))),
        ]) {
          const held = attempt(() => isSignedBy(key, algorithm, 'text', value))
          t.true(held === false || held instanceof SecurityFailure, `${uri} ${length}`)
        }
      }
    }
  }
})

function attempt(check: () => boolean): unknown {
  try {
    return check()
  } catch (error) {
    return error
  }
}

test('what a Reference names must be there, and cannot be the signature itself', (t) => {
  const key = { kind: 'mac', key: SHARED, name: '' } as const
  const gone = sign(key).replace('sec:id="Body"', 'sec:id="Other"')
  t.throws(() => verified(gone, SHARED), {
    ...failed('InvalidSecurity'),
    message: /no element for #Body/,
  })
  const itself = sign(key)
    .replace('sec:id="Body"', '')
    .replace('<ds:Signature ', '<ds:Signature Id="Body" ')
  t.throws(() => verified(itself, SHARED), {
    ...failed('InvalidSecurity'),
    message: /signs itself/,
  })
})

test('a body of many portions is signed and verified, too', (t) => {
  const large = (signature: string) =>
    envelopeWith(signature, '<q:x>\u20ac&lt;</q:x>'.repeat(10_000))
  const text = sign({ kind: 'mac', key: SHARED, name: '' }, ['Body'], large)
  t.deepEqual(verified(text, SHARED), [`{${NS11}}Body`])
  t.throws(
    () => verified(text.replace('&lt;</q:x></s:Body>', '&gt;</q:x></s:Body>'), SHARED),
    failed('FailedCheck'),
  )
})
