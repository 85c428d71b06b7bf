/** A node that counts hops adds its block to a message and nothing else, whatever Header there is. */
import test from 'ava'
import { overHttp, overMail, overMemory, typeOf } from '../support/nodes/passage.js'
import { cellHandlers } from '../support/wire/cells.js'
import { NS11, NS12 } from '../support/wire/envelopes.js'
import { blockOf } from '../support/wire/surroundings.js'

const SETTINGS = ['routing.hops=true', 'node.uri=urn:a']
const R = 'urn:waybill:route'
const HOP = '<r:Hop node="urn:a"/>'

/** @param declared  the namespaces that are not bound yet, as the node writes them */
const hops = (soap: '1.1' | '1.2', prefix = 's', declared = ` xmlns:r="${R}"`) =>
  soap === '1.1'
    ? `<r:Hops${declared} ${prefix}:actor="http://schemas.xmlsoap.org/soap/actor/next">${HOP}</r:Hops>`
    : `<r:Hops${declared} ${prefix}:role="${NS12}/role/next" ${prefix}:relay="true">${HOP}</r:Hops>`

interface Case {
  readonly name: string
  readonly received: string
  readonly went: string
}

function casesOf(soap: '1.1' | '1.2', key: string): readonly Case[] {
  const ns = soap === '1.1' ? NS11 : NS12
  const own = soap === '1.1' ? 'soap' : 'env'
  const unbound = hops(soap, own, ` xmlns:r="${R}" xmlns:${own}="${ns}"`)
  const block = hops(soap)
  const body = `<s:Body><q:n xmlns:q="urn:q">${key}</q:n></s:Body></s:Envelope>`
  const plain = body.replaceAll('</s:', '</').replaceAll('<s:', '<')
  const start = `<s:Envelope xmlns:s="${ns}">`
  const taken = blockOf('Taken', key, soap, 's')
  const other = '<o:A xmlns:o="urn:o"/>'
  const received = block.replace('urn:a', 'urn:before')
  const added = received.replace('</r:Hops>', `${HOP}</r:Hops>`)
  const headers: readonly (readonly [name: string, received: string, went: string])[] = [
    ['no Header', '', `<s:Header>${block}</s:Header>`],
    ['no Header, and a comment', '\n<!-- a -->\n', `\n<!-- a -->\n<s:Header>${block}</s:Header>`],
    ['an empty Header', '<s:Header/>', `<s:Header>${block}</s:Header>`],
    ['an empty Header, wide', '<s:Header\n />\n', `<s:Header\n >${block}</s:Header>\n`],
    ['a Header of nothing', '<s:Header></s:Header>', `<s:Header>${block}</s:Header>`],
    ['white space', '<s:Header> \r\n</s:Header >', `<s:Header> \r\n${block}</s:Header >`],
    ['one block, taken', `<s:Header>${taken}</s:Header>`, `<s:Header>${block}</s:Header>`],
    [
      'two blocks, one taken',
      `<s:Header>\n  ${other}\n  ${taken}\n</s:Header>`,
      `<s:Header>\n  ${other}\n  \n${block}</s:Header>`,
    ],
    [
      'a block of hops before one that is taken',
      `<s:Header>${other}${received}${taken}</s:Header>`,
      `<s:Header>${other}${added}</s:Header>`,
    ],
    [
      'a block of hops behind one that is taken',
      `<s:Header>${taken}${received}<!-- </r:Hops> --></s:Header>`,
      `<s:Header>${added}<!-- </r:Hops> --></s:Header>`,
    ],
    [
      'a Header without a prefix',
      `<Header xmlns="${ns}">${other}</Header>`,
      `<Header xmlns="${ns}">${other}${unbound}</Header>`,
    ],
    [
      'an empty Header without a prefix',
      `<Header xmlns="${ns}" />`,
      `<Header xmlns="${ns}" >${unbound}</Header>`,
    ],
    [
      'a Header with a prefix of its own',
      `<x:Header xmlns:x="${ns}">${other}</x:Header>`,
      `<x:Header xmlns:x="${ns}">${other}${hops(soap, 'x')}</x:Header>`,
    ],
    [
      'a prefix r for something else',
      `<s:Header xmlns:r="urn:else"><r:A/></s:Header>`,
      `<s:Header xmlns:r="urn:else"><r:A/>${block}</s:Header>`,
    ],
    [
      'a prefix r that is bound',
      `<s:Header xmlns:r="${R}">${other}</s:Header>`,
      `<s:Header xmlns:r="${R}">${other}${hops(soap, 's', '')}</s:Header>`,
    ],
  ]
  return [
    ...headers.map(([name, before, after]) => ({
      name,
      received: `${start}${before}${body}`,
      went: `${start}${after}${body}`,
    })),
    {
      name: 'no prefixes and no Header',
      received: `<Envelope xmlns="${ns}"> ${plain}`,
      went: `<Envelope xmlns="${ns}"> <Header>${unbound}</Header>${plain}`,
    },
    {
      name: 'no prefixes and an empty Header',
      received: `<Envelope xmlns="${ns}"><Header/>${plain}`,
      went: `<Envelope xmlns="${ns}"><Header>${unbound}</Header>${plain}`,
    },
    {
      name: 'a declaration of another encoding',
      received: `<?xml version="1.0" encoding="us-ascii"?>${start}<s:Header>${other}</s:Header>${body}`,
      went: `<?xml version="1.0" encoding="UTF-8"?>${start}<s:Header>${other}${block}</s:Header>${body}`,
    },
  ]
}

for (const [over, open] of Object.entries({ memory: overMemory, HTTP: overHttp, mail: overMail })) {
  for (const soap of ['1.1', '1.2'] as const) {
    test(`SOAP ${soap} over ${over}: the block of hops is all that is added`, async (t) => {
      const { plugin } = cellHandlers()
      const passage = await open(t, plugin, SETTINGS)
      for (const index of casesOf(soap, '').keys()) {
        const key = `added-${index}`
        const found = casesOf(soap, key)[index]
        if (!found) throw new Error(key)
        const { onward, heard } = await passage.send({
          key,
          body: found.received,
          type: typeOf(soap),
        })
        t.is(heard?.text, undefined, found.name)
        t.is(Buffer.from(onward[0]?.body ?? '').toString('utf8'), found.went, found.name)
      }
    })
  }
}
