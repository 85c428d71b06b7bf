/** Keys and certificates of the senders and of the receiver, as files for one test. */
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { folderOf } from '../../folder.js'
import { people } from '../forge/letter.js'

export type Sender = 'gate' | 'other'
export const PASSWORD = 'a secret of theirs'

const folders = new WeakMap<ExecutionContext, string>()

export async function files(t: ExecutionContext): Promise<(name: string) => string> {
  const { alice, bob, neighbour } = await people()
  const folder =
    folders.get(t) ??
    folderOf(t, {
      'gate.pem': neighbour.pem,
      'gate.key': neighbour.keyPem,
      'other.pem': bob.pem,
      'other.key': bob.keyPem,
      'last.pem': alice.pem,
      'last.key': alice.keyPem,
    })
  folders.set(t, folder)
  return (name) => join(folder, name)
}
