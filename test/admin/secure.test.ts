/** The admin listener over TLS: operators by certificate, and a cookie for secure connections only. */
import { once } from 'node:events'
import { request } from 'node:https'
import test from 'ava'
import { folderOf } from '../support/folder.js'
import { adminNode } from '../support/nodes/admin-node.js'
import { CERTIFICATE, KEY } from '../support/wire/certificate.js'

async function ask(url: string, path: string, client: object = {}) {
  const asking = request(url + path, { ca: CERTIFICATE, agent: false, ...client })
  asking.end()
  const [answer] = await once(asking, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return { status: answer.statusCode, body: Buffer.concat(chunks).toString() }
}

test('an operator is known by the certificate, and nobody without one', async (t) => {
  const folder = folderOf(t, { 'node.pem': CERTIFICATE, 'node.key': KEY })
  const node = await adminNode(t, [
    `admin.tls={certificate: ${folder}/node.pem, key: ${folder}/node.key, clientAuthentication: request, clientAuthority: ${folder}/node.pem}`,
    'admin.operators={anna: {may: change, certificates: [localhost]}}',
  ])
  t.regex(node.url, /^https:/)
  t.is((await ask(node.url, '/health/live')).status, 200)
  t.is((await ask(node.url, '/api/node')).status, 401)
  const answer = await ask(node.url, '/api/node', { cert: CERTIFICATE, key: KEY })
  t.is(answer.status, 200)
  t.like(JSON.parse(answer.body), { may: 'change' })
  const session = await ask(node.url, '/api/session', { cert: CERTIFICATE, key: KEY })
  t.like(JSON.parse(session.body), { who: 'anna' })
})
