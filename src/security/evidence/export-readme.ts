/** The README of exported evidence: what it has, and the commands that check it. */
import type { Exported } from './exported.js'
import type { KeptSignature } from './read-entry.js'

export function readmeOf(exchange: string, entries: readonly Exported[]): string {
  return [
    `# Evidence of the exchange ${exchange}\n`,
    'Each folder has one message. Nothing but openssl, sha256sum and xmlsec1 is needed to check it; docs/evidence.md of',
    'Waybill has the same as a script, and says what it proves, and what it does not.\n',
    'Times are those of the clock of the node that kept the evidence.\n',
    ...entries.flatMap(sectionOf),
  ].join('\n')
}

function sectionOf({ name, found, ended, keyType }: Exported): readonly string[] {
  const { entry } = found
  const { number, time, direction, policy, contentType, peer, signatures } = entry
  return [
    `## ${name}\n`,
    `- ${direction} at ${time}, under the policy ${policy}, as ${contentType}`,
    ...(peer?.name === undefined ? [] : [`- from the peer ${peer.name}`]),
    `- \`${number}.json\`: the line as it was kept; \`message.xml\`: the message, byte for byte`,
    '- `chain.sums`: the SHA-256 of each line of the file that it was kept in, in order; `chain.sums.sig`: its signature',
    `  by the node, whose certificate is \`node.pem\`, made ${ended ? 'when the file was ended' : 'when this was exported: the file was not ended'}\n`,
    '```sh',
    `cd ${name}`,
    '# The message is the one that was kept.',
    `grep -q "\\"sha256\\":\\"$(sha256sum < message.xml | cut -c 1-64)\\"" ${number}.json && echo OK`,
    '# The line is in its place in the chain, and the chain is signed by the node.',
    'sha256sum --check --ignore-missing chain.sums',
    `grep -B 1 "  ${number}.json" chain.sums | head -n 1 | cut -c 1-64; cut -c 14-77 ${number}.json`,
    'openssl x509 -in node.pem -noout -pubkey > node.pub',
    keyType.startsWith('ed')
      ? 'openssl pkeyutl -verify -pubin -inkey node.pub -rawin -in chain.sums -sigfile chain.sums.sig'
      : 'openssl dgst -sha256 -verify node.pub -signature chain.sums.sig chain.sums',
    ...signatures.flatMap(signatureCommands),
    'cd ..',
    '```\n',
  ]
}

function signatureCommands(signature: KeptSignature, index: number): readonly string[] {
  const { kind, peer, covers, value } = signature
  if (kind === 'mac') {
    return [`# An HMAC by a key that is shared with ${peer}: it proves nothing to others.`]
  }
  const ids = covers.map((name) => {
    const [, namespace = '', local = name] = /^\{(.*)\}(.*)$/.exec(name) ?? []
    return `  --id-attr:Id ${namespace}:${local} --id-attr:id ${namespace}:${local} \\`
  })
  return [
    `# The signature of ${peer}, over ${covers.join(', ')}.`,
    `xmlsec1 --verify --pubkey-cert-pem signature-${index + 1}.pem \\`,
    ...ids,
    `  --node-xpath "//*[local-name()='Signature'][translate(normalize-space(*[local-name()='SignatureValue']), ' ', '')='${value}']" \\`,
    '  message.xml',
  ]
}
