/** The action that a message of an operation has, in the envelope or beside it. */
import type { ContractOperation } from '../contract.js'

/** The two are one by WS-Addressing 1.0 SOAP Binding §4.2: a contract that says otherwise leaves it to its callers. */
export function actionOf({
  soapAction,
  request: { action, entry },
}: Pick<ContractOperation, 'soapAction' | 'request'>): string | undefined {
  // What has an empty Body is called so by those who say no action, unless its contract has one for them.
  const said = soapAction || (entry === undefined ? undefined : action)
  return said !== undefined && action !== undefined && action !== said ? undefined : said
}
