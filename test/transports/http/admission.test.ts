/** Whose requests are taken over HTTP: everybody's, unless rules say otherwise. */
import test, { type ExecutionContext } from 'ava'
import type { Plugin } from '../../../src/plugin.js'
import { serveNode } from '../../support/nodes/node.js'
import { soap11 } from '../../support/wire/envelopes.js'

const PLUGIN: Plugin = {
  operations: [
    { name: '{urn:q}Closed', invoke: () => ({}) },
    { name: '{urn:q}Open', public: true, invoke: () => ({}) },
  ],
}

async function asking(t: ExecutionContext, settings: readonly string[]) {
  const node = await serveNode({ q: PLUGIN }, { settings })
  t.teardown(() => node.close())
  const post = async (local: string) => {
    const body = soap11(`<q:${local} xmlns:q="urn:q"/>`)
    const headers = { 'Content-Type': 'text/xml', SOAPAction: '""' }
    return (await fetch(node.url, { method: 'POST', headers, body })).status
  }
  return { post, url: node.url }
}

const ELSEWHERE = 'http.senders=[{hosts: [10.0.0.0/8]}]'

test('without rules everybody may call everything', async (t) => {
  const { post } = await asking(t, [])
  t.deepEqual([await post('Closed'), await post('Open')], [200, 200])
})

test('whom a rule admits may call everything', async (t) => {
  const { post } = await asking(t, ['http.senders=[{hosts: [127.0.0.0/8]}]'])
  t.deepEqual([await post('Closed'), await post('Open')], [200, 200])
})

test('whom no rule admits may call what is public, and nothing else', async (t) => {
  const { post } = await asking(t, [ELSEWHERE])
  t.deepEqual([await post('Closed'), await post('Open')], [403, 200])
})

test('where nothing is public, whom no rule admits may call and fetch nothing', async (t) => {
  const { post, url } = await asking(t, [ELSEWHERE, 'http.public=false'])
  t.deepEqual([await post('Closed'), await post('Open')], [403, 403])
  const answer = `${url}/exchanges/01a202fb-be5b-721d-a155-e9704ac57820`
  t.is((await fetch(answer)).status, 403)
})
