/** Step: bytes to text to tree, within the limits; the namespace of the root tells the version. */

import type { SoapVersions } from '../soap/version.js'
import { decodeText } from '../xml/charset.js'
import { readDocument } from '../xml/read.js'
import type { XmlElement } from '../xml/tree.js'
import type { Admitted } from './admit.js'
import { learn } from './learn.js'
import type { ProcessorLimits } from './limits.js'

export interface Read extends Admitted {
  readonly source: string
  /** Its positions are offsets into `source`. */
  readonly root: XmlElement
}

/** @throws Unreadable */
export function read(admitted: Admitted, versions: SoapVersions, limits: ProcessorLimits): Read {
  const { message } = admitted
  const source = decodeText(message.body, message.charset)
  const root = readDocument(source, limits)
  const version = versions.byNamespace(root.namespace) ?? admitted.version
  return learn(admitted, { source, root, version })
}
