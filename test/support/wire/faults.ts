/** Envelopes with faults as other nodes write them. */
import { soap11, soap12 } from './envelopes.js'

/** Says what a fault has; names of both versions are those of SOAP 1.1. */
export interface FaultText {
  /** With a prefix of its own declared around it, or one of SOAP's. Default: `Server`. */
  readonly code?: string
  readonly reason?: string
  /** Text of the entries. Default: there is no detail. */
  readonly detail?: string | undefined
}

/** Of an entry that a contract may declare. */
export const OUT_OF_STOCK = '<q:OutOfStock xmlns:q="urn:q"><q:left>0</q:left></q:OutOfStock>'

/** A code without a colon is one of SOAP's own. */
export function faultIn(
  soap: '1.1' | '1.2',
  { code = 'Server', reason = 'no', detail }: FaultText = {},
): string {
  const own = code.startsWith('o:')
  if (soap === '1.1') {
    const inside = detail === undefined ? '' : `<detail>${detail}</detail>`
    const named = own
      ? `<faultcode xmlns:o="urn:other">${code}</faultcode>`
      : `<faultcode>s:${code.replace('s:', '')}</faultcode>`
    return soap11(`<s:Fault>${named}<faultstring>${reason}</faultstring>${inside}</s:Fault>`)
  }
  const value = { Client: 's:Sender', Server: 's:Receiver' }[code] ?? code
  const inside = detail === undefined ? '' : `<s:Detail>${detail}</s:Detail>`
  return soap12(
    `<s:Fault><s:Code><s:Value xmlns:o="urn:other">${value}</s:Value></s:Code><s:Reason><s:Text xml:lang="en">${reason}</s:Text></s:Reason>${inside}</s:Fault>`,
  )
}
