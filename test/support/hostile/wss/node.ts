/** A node with message security, as a process and as the steps that open a message, from one configuration. */
import type { Portions } from '../../../../src/base/slices.js'
import { security } from '../../../../src/config/security.js'
import { NO_CREDENTIALS } from '../../../../src/message/credentials.js'
import { makeGuards } from '../../../../src/security/make.js'
import type { MessageSecurity } from '../../../../src/security/message-security.js'
import { isSecurityBlock, type Opened, opening } from '../../../../src/security/open.js'
import { DEFAULT_ENVELOPE_LIMITS, readingEnvelope } from '../../../../src/soap/envelope.js'
import { readHeaderBlock } from '../../../../src/soap/header-block.js'
import { DEFAULT_XML_LIMITS } from '../../../../src/xml/limits.js'
import { SECRET, VERSIONS } from '../../security/blocks.js'
import { certificateFiles } from '../../security/certificates.js'

type Teardown = Parameters<typeof certificateFiles>[0]

const LIMITS = { ...DEFAULT_XML_LIMITS, ...DEFAULT_ENVELOPE_LIMITS }

/** The section `security`: three peers, one of them by an authority; what is for echo must be signed. */
export function hostileSection(t: Teardown) {
  const files = certificateFiles(t)
  return {
    certificate: files.certificate('rsa3072'),
    key: files.key('rsa3072'),
    peers: {
      alice: {
        signs: { certificates: [files.certificate('rsa')] },
        digestPassword: 'open sesame',
      },
      bob: { sharedKey: SECRET.export().toString('base64') },
      carol: {
        signs: {
          ca: files.certificate('authority'),
          subjects: ['CN=byIntermediate,O=Example,C=NL'],
        },
      },
    },
    policies: [{ name: 'signed', path: 'echo', require: 'signature' }],
  }
}

/** Reads a message and opens its security blocks as that node does. */
export function* openingAt(
  { trust, keys, strict }: MessageSecurity,
  text: string,
): Portions<Opened> {
  const envelope = yield* readingEnvelope(text, VERSIONS, LIMITS)
  const blocks = envelope.blocks
    .map((block) => readHeaderBlock(block, envelope.version))
    .filter(isSecurityBlock)
  return yield* opening({
    envelope,
    blocks,
    trust,
    keys,
    at: Date.now(),
    clockSkew: 300_000,
    fresh: true,
    secure: false,
    strict,
    versions: VERSIONS,
    limits: LIMITS,
  })
}

export function messageSecurity(section: ReturnType<typeof hostileSection>): MessageSecurity {
  const { security: made } = makeGuards({ security: security.parse(section) }, NO_CREDENTIALS)
  if (!made) throw new Error('the section asks for no security')
  return made
}
