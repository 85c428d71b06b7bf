/** A node over HTTP that takes signed messages only, with the keys of peers from files. */
import { folderOf } from '../folder.js'
import { type Marking, marking, T } from '../nodes/marking.js'
import { type ServedNode, serveNode } from '../nodes/node.js'
import type { Kit, People } from './forge/letter.js'

type Teardown = Parameters<typeof folderOf>[0] & {
  teardown(clean: () => void | Promise<void>): void
}

export interface Guarded extends ServedNode, Pick<Marking, 'marks'> {}

/** Settings with alice and bob as peers, and their certificates as files in a folder of the test. */
export function securityOf(
  t: Teardown,
  { alice, bob, node }: People,
  policies: readonly object[],
  more: object = {},
): string {
  const folder = folderOf(t, {
    'alice.pem': alice.pem,
    'bob.pem': bob.pem,
    'node.pem': node.pem,
    'node.key': node.keyPem,
  })
  const peers = {
    alice: { signs: { certificates: [`${folder}/alice.pem`] } },
    bob: { signs: { certificates: [`${folder}/bob.pem`] }, sharedKey: SHARED },
  }
  const own = { certificate: `${folder}/node.pem`, key: `${folder}/node.key` }
  return `security=${JSON.stringify({ ...own, peers, policies, ...more })}`
}

const SHARED = Buffer.from('a key of thirty-two octets, or so').toString('base64')

/** Blocks that a policy names count if they are there. */
export const signedParts = (form: Kit['form']) => [
  'Body',
  ...(form === 'wss' ? ['Timestamp'] : []),
  `{${T}}Known`,
  'Addressing',
]

export async function guarded(
  t: Teardown,
  people: People,
  policy: object,
  settings: readonly string[] = [],
): Promise<Guarded> {
  const { plugin, marks } = marking()
  const all = [securityOf(t, people, [policy]), ...settings]
  const node = await serveNode({ marking: plugin }, { settings: all })
  t.teardown(() => node.close())
  return { ...node, marks }
}
