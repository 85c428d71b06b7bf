/** Paths of certificates: written in the order of X.509, read strictly. */
import test from 'ava'
import { readPkiPath, writePkiPath } from '../../../src/security/wss/pki-path.js'

const sequence = (length: number) => {
  const head =
    length < 0x80
      ? [0x30, length]
      : length < 0x100
        ? [0x30, 0x81, length]
        : [0x30, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), Buffer.alloc(length, 1)])
}

test('X.509 Token Profile 1.1 §3.1: the certificate of the signer is the last one in a path', (t) => {
  const [signer, issuer] = [sequence(3), sequence(4)]
  const path = writePkiPath([signer, issuer])
  t.deepEqual(path, Buffer.concat([Buffer.from([0x30, 11]), issuer, signer]))
  t.deepEqual(readPkiPath(path, 8), [signer, issuer])
})

test('paths of any length are read again', (t) => {
  for (const length of [0, 127, 128, 255, 256, 5000]) {
    const certificates = [sequence(length), sequence(1), sequence(length)]
    t.deepEqual(readPkiPath(writePkiPath(certificates), 8), certificates)
  }
})

test('what is no path is not read', (t) => {
  const one = sequence(3)
  for (const wrong of [
    Buffer.alloc(0),
    Buffer.from([0x30]),
    Buffer.from([0x30, 0]),
    Buffer.from([0x31, 5, ...one]),
    Buffer.from([0x30, 6, ...one]),
    Buffer.from([0x30, 5, ...one, 0]),
    Buffer.from([0x30, 0x80, ...one, 0, 0]),
    Buffer.from([0x30, 0x85, 0, 0, 0, 0, 5, ...one]),
    Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff, ...one]),
    Buffer.from([0x30, 5, 0x30, 4, 1, 1, 1]),
  ]) {
    t.is(readPkiPath(wrong, 8), undefined, wrong.toString('hex'))
  }
  t.is(readPkiPath(writePkiPath([one, one, one]), 2), undefined)
})
