/** Run as a process: parses one document a line with libxml2 and answers one line with what it saw. */
import libxml from 'libxmljs2'
import { eachLine } from './lines.js'

interface Seen {
  readonly name: string
  readonly attributes: readonly (readonly [name: string, value: string])[]
  readonly children: readonly (Seen | string)[]
}

/** Errors of Namespaces in XML do not stop libxml2; it notes them, by these numbers among others. */
const NAMESPACE_ERRORS = { first: 200, last: 205 }

function clark(of: { name(): string; namespace(): libxml.Namespace | null }): string {
  const namespace = of.namespace()?.href() ?? ''
  return namespace === '' ? of.name() : `{${namespace}}${of.name()}`
}

function seen(element: libxml.Element): Seen {
  const children: (Seen | string)[] = []
  for (const node of element.childNodes()) {
    // The library's types leave CDATA sections out.
    switch (node.type() as string) {
      case 'element':
        children.push(seen(node as libxml.Element))
        break
      case 'text':
      case 'cdata': {
        const last = children.length - 1
        const text = (node as unknown as libxml.Text).text()
        if (text === '') break
        if (typeof children[last] === 'string') children[last] += text
        else children.push(text)
      }
    }
  }
  const attributes = element.attrs().map((one) => [clark(one), one.value()] as const)
  return { name: clark(element), attributes, children }
}

function isNamespaceError({ code }: { code: number | null }): boolean {
  return code !== null && code >= NAMESPACE_ERRORS.first && code <= NAMESPACE_ERRORS.last
}

function answer(text: string): unknown {
  try {
    const document = libxml.parseXml(text, { nonet: true })
    const root = document.root()
    if (!root) return { refused: 'no root' }
    const misnamed = document.errors.find(isNamespaceError)
    if (misnamed) return { refused: misnamed.message.trim(), namespace: true }
    return { accepted: seen(root) }
  } catch (error) {
    return { refused: error instanceof Error ? error.message.trim() : String(error) }
  }
}

eachLine(process.stdin, (line) => {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line) as string))}\n`)
})
