/** Writes what a client is told that has to say who it is (RFC 9110 §11.6.1). */
import type { CredentialKind } from '#transport'

/**
 * @param wrong  what was shown and has proven nobody. Default: nothing was
 * @returns undefined if there is nothing that a client could show
 */
export function challenge(
  kinds: readonly CredentialKind[],
  apiKeyHeader: string,
  wrong: readonly CredentialKind[] = [],
): string | undefined {
  const challenges = kinds.map((kind) => challengeFor(kind, apiKeyHeader, wrong.includes(kind)))
  return challenges.length === 0 ? undefined : challenges.join(', ')
}

function challengeFor(kind: CredentialKind, apiKeyHeader: string, wrong: boolean): string {
  switch (kind) {
    // RFC 7617 §2.1
    case 'password':
      return 'Basic realm="waybill", charset="UTF-8"'
    // RFC 6750 §3.1: no error where no token was shown.
    case 'token':
      return `Bearer realm="waybill"${wrong ? ', error="invalid_token"' : ''}`
    // No scheme is registered for these.
    case 'apiKey':
      return `ApiKey realm="waybill", header="${apiKeyHeader}"`
  }
}
