/** SIGHUP: the suite of a policy is another one from then on, for what is taken and for what is answered. */
import test from 'ava'
import { folderOf } from '../support/folder.js'
import { RELOADED, reloadingDaemon } from '../support/nodes/reloading-daemon.js'
import { people } from '../support/security/forge/letter.js'
import { algorithmsIn, algorithmsOf, type Named, suited } from '../support/security/suited.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'

test('the suite of a policy is taken over', async (t) => {
  const { alice, node } = await people()
  const folder = folderOf(t, { 'a.pem': alice.pem, 'n.pem': node.pem, 'n.key': node.keyPem })
  const by = (suite: Named) => `plugins: [calculator]
security:
  certificate: ${folder}/n.pem
  key: ${folder}/n.key
  peers: { alice: { signs: { certificates: [${folder}/a.pem] } } }
  policies:
    - require: signature
      encrypted: [Body]
      suite: ${suite}
      sends: { sign: [Body, Timestamp], encrypt: [Body], reference: issuer-serial }
`
  const { daemon, reload } = await reloadingDaemon(t, by('Basic256Sha256'))
  const answeredBy = async (suite: Named) => {
    const sent = await fetch(daemon.url, {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml; charset=utf-8' },
      body: suited(soap11(ADD), algorithmsOf(suite), alice, node),
    })
    const text = await sent.text()
    const { uris, signedBy } = algorithmsOf(suite)
    const all = [...new Set([...uris, signedBy?.algorithm ?? ''])].sort()
    if (sent.ok) t.deepEqual(algorithmsIn(text), all)
    return sent.status
  }
  t.is(await answeredBy('Basic256Sha256'), 200)
  t.is(await answeredBy('strong'), 500)
  const line = await reload(by('strong'))
  t.deepEqual([line.msg, line.changed], [RELOADED, ['security.policies']])
  t.is(await answeredBy('Basic256Sha256'), 500)
  t.is(await answeredBy('strong'), 200)
  await reload(by('Basic192GCM'))
  t.is(await answeredBy('strong'), 500)
  t.is(await answeredBy('Basic192GCM'), 200)
})
