/** The most common policy of TLS services, met by our sender and taken by our node: PasswordText over TLS, without a Timestamp. */
import test from 'ava'
import { createSender, FaultAnswer } from '../../src/client/sender.js'
import type { Plugin } from '../../src/plugin.js'
import { hashOf } from '../../src/security/password.js'
import { serveNode } from '../support/nodes/node.js'
import { PASSWORD } from '../support/security/blocks.js'
import { certificateFiles, certificates } from '../support/security/certificates.js'

test('PasswordText over TLS without a Timestamp names its peer, as often as it comes; a wrong one is refused', async (t) => {
  const files = certificateFiles(t)
  const senders: (string | undefined)[] = []
  const plugin: Plugin = {
    operations: [
      {
        name: '{urn:q}Who',
        invoke: (_, { sender }) => {
          senders.push(sender)
          return { who: sender ?? '' }
        },
      },
    ],
  }
  const node = await serveNode(
    { q: plugin },
    {
      settings: [
        `http.tls.certificate=${files.chain('server')}`,
        `http.tls.key=${files.key('server')}`,
        `security.peers=${JSON.stringify({ alice: { password: hashOf(PASSWORD) } })}`,
        'security.policies=[{"require":["password","tls"],"peers":["alice"]}]',
      ],
    },
  )
  t.teardown(() => node.close())
  const url = `https://localhost:${node.port}/soap`
  const calling = (password: string) => {
    const user = { name: 'alice', password, form: 'text' } as const
    const http = { ca: certificates().authority.pem }
    const sender = createSender({ http, security: { user, timestamp: false } })
    t.teardown(() => sender.close())
    return sender.call(url, '{urn:q}Who', {})
  }
  t.is((await calling(PASSWORD)).values.who, 'alice')
  // Nothing in it says when it was made: TLS alone keeps it from others.
  t.is((await calling(PASSWORD)).values.who, 'alice')
  await t.throwsAsync(calling('wrong'), { instanceOf: FaultAnswer })
  t.deepEqual(senders, ['alice', 'alice'])
})
