/** Tells what a file of the configuration is for, by the key that names it. */

const USES: readonly (readonly [RegExp, string])[] = [
  [/^security\.certificate$/, 'signs messages; others encrypt to it'],
  [/^security\.key$/, 'signs and decrypts messages'],
  [/^security\.former\.\d+\./, 'decrypts messages'],
  [/^security\.revoked\./, 'says whom its issuer has revoked'],
  [/^security\.peers\.([^.]+)\.signs\.certificates\./, 'signatures of $1'],
  [/^security\.peers\.([^.]+)\.signs\.ca$/, 'issues certificates of $1'],
  [/^security\.peers\.([^.]+)\.encryptTo$/, 'messages to $1 are encrypted to it'],
  [/^destinations\.([^.]+)\.(?:certificate|key)$/, 'shown to the destination $1'],
  [/^destinations\.([^.]+)\.ca$/, 'issues certificates of the destination $1'],
  [/^(\w+)\..*\.clientAuthority$/, 'issues certificates of clients, over $1'],
  [/^(\w+)\..*\.revoked\.\d+$/, 'says whom its issuer has revoked, over $1'],
  [/^(\w+)\..*\btls\b.*\.(?:certificate|key)$/, 'TLS of $1'],
]

export function useOf(key: string): string {
  for (const [pattern, use] of USES) {
    const found = pattern.exec(key)
    if (found) return use.replace('$1', found[1] ?? '')
  }
  return ''
}
