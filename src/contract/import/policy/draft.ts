/** What the assertions of one alternative have asked for so far. */
import { valueIn, type WsdlSource } from '../../../schema/definitions/definitions.js'
import { type Finding, findingOf } from './finding.js'

export type ReferenceForm = 'token' | 'issuer-serial' | 'key-identifier' | 'thumbprint'

export class Draft {
  binding: 'transport' | 'asymmetric' | undefined
  /** True if requests are signed by a key of one's own. */
  signs = false
  reference: ReferenceForm = 'token'
  user: 'digest' | 'text' | undefined
  timestamp = false
  order: 'sign-first' | 'encrypt-first' = 'sign-first'
  confirmed = false
  addressing = false
  /** Parts by their names in the options of a sender. */
  readonly sign = new Set<string>()
  readonly encrypt = new Set<string>()
  /** Of answers. */
  readonly signed = new Set<string>()
  readonly encryptedAnswers = new Set<string>()
  readonly findings: Finding[] = []
  /** The algorithm suite that is asked for. */
  suite: WsdlSource | undefined
  /** Its name, if a sender speaks it and needs it. */
  speaks: string | undefined

  unmet(source: WsdlSource, why: string, assertion?: string): void {
    this.findings.push(findingOf('unmet', source, why, assertion))
  }

  yours(source: WsdlSource, why: string, assertion?: string): void {
    this.findings.push(findingOf('yours', source, why, assertion))
  }
}

/** For what nothing here knows. */
export const UNKNOWN = 'this sender does not know it'

/** The end of `sp:IncludeToken`, whose URI has each version's namespace. */
export function inclusionOf({ node }: WsdlSource): string {
  const value =
    node.attributes.find(({ local }) => local === 'IncludeToken')?.value ??
    valueIn(node, 'IncludeToken') ??
    ''
  return value.slice(value.lastIndexOf('/') + 1).trim()
}
