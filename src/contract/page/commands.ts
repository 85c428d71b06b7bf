/** Writes the command lines that call an operation, to be pasted into a shell. */
import type { Parameter } from '../parameters.js'

/** Any text as one word of a POSIX shell. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** Sends an envelope of SOAP 1.1. */
export function curlCommand(address: string, soapAction: string, envelope: string): string {
  return [
    `curl -sS ${quoted(address)}`,
    `-H 'Content-Type: text/xml; charset=utf-8'`,
    `-H ${quoted(`SOAPAction: "${soapAction}"`)}`,
    `--data-binary @- ${here(envelope)}`,
  ].join(' \\\n  ')
}

/** Sends a body entry as it is. */
export function callCommand(address: string, soapAction: string, entry: string): string {
  return `npx waybill call ${quoted(address)}${actionFlag(soapAction)} --body - ${here(entry)}`
}

/** Sends named parameters. */
export function shortCallCommand(
  address: string,
  soapAction: string,
  operation: string,
  pairs: readonly string[],
): string {
  const words = ['npx waybill call', quoted(address), quoted(operation), ...pairs.map(quoted)]
  return words.join(' ') + actionFlag(soapAction)
}

function actionFlag(soapAction: string): string {
  return soapAction === '' ? '' : ` --action ${quoted(soapAction)}`
}

/** A text on standard input, ended by a line that it has not. */
function here(text: string): string {
  let end = 'XML'
  while (text.split('\n').includes(end)) end += '_'
  return `<<'${end}'\n${text}\n${end}`
}

/** Retrieves the answer of a safe operation. */
export function retrieveCommand(
  address: string,
  operation: string,
  parameters: readonly Parameter[],
): string {
  const url = `${address}?${retrieval(operation, parameters)}`
  return `curl -sS -H 'Accept: application/json' ${quoted(url)}`
}

/** The query that retrieves it. */
function retrieval(operation: string, parameters: readonly Parameter[]): string {
  const pairs = [['op', operation] as const, ...parameters]
  return pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
}
