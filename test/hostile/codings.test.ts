/** Bodies in content codings that grow without end, are broken, or are not known. */
import { constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import test from 'ava'
import { oneDaemon } from '../support/nodes/one-daemon.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { accepted, refused } from '../support/wire/hostile.js'
import { post } from '../support/wire/raw.js'

const daemon = oneDaemon(test)

const BODY = soap11(ADD)
const MIB = 1024 ** 2

/**
 * One GiB of spaces in 1 MB. A flushed piece of a deflate stream stands for itself, so the stream is
 * the same piece over and over, behind the beginning of an envelope and before an empty last block.
 */
function bomb(): { raw: Buffer; gzip: Buffer; members: Buffer } {
  const flush = { finishFlush: constants.Z_FULL_FLUSH, level: 9 }
  const spaces = Buffer.alloc(16 * MIB, ' ')
  const piece = deflateRawSync(spaces, flush)
  const start = deflateRawSync(Buffer.from('<a>'), flush)
  const raw = Buffer.concat([start, ...Array<Buffer>(64).fill(piece), Buffer.of(3, 0)])
  const member = gzipSync(spaces, { level: 9 })
  return {
    raw,
    gzip: Buffer.concat([Buffer.of(31, 139, 8, 0, 0, 0, 0, 0, 0, 3), raw, Buffer.alloc(8)]),
    members: Buffer.concat(Array<Buffer>(64).fill(member)),
  }
}

test.serial('a bomb of 1 MB that is 1 GiB is inflated to the limit only', async (t) => {
  const bytes = bomb()
  t.true(bytes.gzip.length < 1.2 * MIB)
  await refused(t, daemon(), post(bytes.gzip, { headers: 'Content-Encoding: gzip\r\n' }), 413)
  await refused(t, daemon(), post(bytes.members, { headers: 'Content-Encoding: gzip\r\n' }), 413)
  await refused(t, daemon(), post(bytes.raw, { headers: 'Content-Encoding: deflate\r\n' }), 413)
})

test.serial('a content coding that is broken, cut off, twice or unknown is refused', async (t) => {
  const gzip = gzipSync(BODY)
  const coded = (bytes: Buffer, coding: string) =>
    post(bytes, { headers: `Content-Encoding: ${coding}\r\n` })
  await accepted(t, daemon(), coded(gzip, 'gzip'))
  await refused(t, daemon(), coded(gzip.subarray(0, -9), 'gzip'), 400)
  await refused(t, daemon(), coded(Buffer.concat([gzip, Buffer.from('x')]), 'gzip'), 400)
  await refused(t, daemon(), coded(Buffer.from(BODY), 'gzip'), 400)
  await refused(t, daemon(), coded(Buffer.alloc(0), 'gzip'), 400)
  await refused(t, daemon(), coded(gzip.fill(0, 20, 30), 'gzip'), 400)
  for (const deflated of [deflateSync(BODY), deflateRawSync(BODY)]) {
    await accepted(t, daemon(), coded(deflated, 'deflate'))
    await refused(t, daemon(), coded(Buffer.concat([deflated, Buffer.from('x')]), 'deflate'), 400)
  }
  for (const coding of ['gzip, gzip', 'br', 'zstd', 'compress', '__proto__']) {
    await refused(t, daemon(), coded(gzip, coding), 415)
  }
})
