/** A node that takes signed calls only and signs its answers, for clients that speak WS-Security. */
import { join } from 'node:path'
import type { TestFn } from 'ava'
import { folderOf } from '../support/folder.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { issue } from '../support/security/issue.js'

/** Whose certificates there are: the node's own, and those of its peers. */
export type Holder = 'node' | 'client' | 'curve' | 'legacy' | 'stranger'

export interface WssNode {
  readonly url: string
  readonly folder: string
  /** Files in PEM: the certificate, and the key in PKCS#8. */
  readonly files: (holder: Holder) => { readonly certificate: string; readonly key: string }
  /** Waits for the line of its log that says why it has refused something. */
  readonly refused: (why: RegExp) => Promise<unknown>
}

export const PASSWORD = 'a secret of theirs'
export const SHARED = Buffer.from('a key of thirty-two octets, or so')

const PEERS = {
  client: {},
  curve: {},
  // SHA-1 is what old clients do unless they are told otherwise.
  legacy: { allow: ['rsa-sha1', 'sha1', 'rsa-oaep-sha1'] },
}

/** Writes a pair for each, by one authority, whose certificate is `authority.pem`. */
export function pairs(test: TestFn): string {
  const ends: (() => void)[] = []
  const authority = issue({
    subject: 'CN=Interop Authority, O=Example, C=NL',
    ca: true,
    type: 'rsa',
  })
  const holders = ['node', 'client', 'curve', 'legacy', 'stranger'] as const
  const written = holders.flatMap((name) => {
    const type = name === 'curve' ? 'p256' : 'rsa'
    const made = issue({ subject: `CN=${name}, O=Example, C=NL`, type }, authority)
    return [
      [`${name}.pem`, made.pem],
      [`${name}.key`, made.keyPem],
    ]
  })
  const teardown = (end: () => void) => ends.push(end)
  const folder = folderOf(
    { teardown },
    Object.fromEntries([['authority.pem', authority.pem], ...written]),
  )
  test.after.always(() => {
    for (const end of ends) end()
  })
  return folder
}

/**
 * @param folder  from `pairs`
 * @param policy  more of it, such as what stands in answers
 */
export function wssNode(test: TestFn, folder: string, policy: object): () => WssNode {
  let daemon: RunningDaemon | undefined
  const security = {
    certificate: join(folder, 'node.pem'),
    key: join(folder, 'node.key'),
    peers: Object.fromEntries(
      Object.entries(PEERS).map(([name, more]) => [
        name,
        {
          signs: { certificates: [join(folder, `${name}.pem`)] },
          user: name,
          digestPassword: PASSWORD,
          ...(name === 'client' && { sharedKey: SHARED.toString('base64') }),
          ...more,
        },
      ]),
    ),
    policies: [policy],
  }
  test.before(async () => {
    daemon = await startDaemon(['plugins=[calculator]', `security=${JSON.stringify(security)}`])
  })
  test.after.always(() => daemon?.stop())
  return () => {
    if (!daemon) throw new Error('the node has not started')
    const { url, logged } = daemon
    return {
      url,
      folder,
      files: (holder) => ({
        certificate: join(folder, `${holder}.pem`),
        key: join(folder, `${holder}.key`),
      }),
      refused: (why) => logged(({ cause, error }) => why.test(`${cause}${JSON.stringify(error)}`)),
    }
  }
}
