/** Reads the XPath of selectors and fields: the subset of §3.11.6. */
import { endOfName, isNcName, shown, skipSpace } from '../../xml/characters.js'
import { type NamespaceScope, namespaceOf } from '../../xml/tree.js'
import type { NameTest, Selector, SelectorPath } from '../components.js'
import { SchemaProblem } from '../problem.js'

/** @throws SchemaProblem with `c-selector-xpath` */
export function readSelector(xpath: string, scope: NamespaceScope): Selector {
  return new SelectorReader(xpath, scope, 'c-selector-xpath').read()
}

/** @throws SchemaProblem with `c-fields-xpaths` */
export function readField(xpath: string, scope: NamespaceScope): Selector {
  return new SelectorReader(xpath, scope, 'c-fields-xpaths').read()
}

class SelectorReader {
  readonly #text: string
  readonly #scope: NamespaceScope
  readonly #clause: 'c-selector-xpath' | 'c-fields-xpaths'
  #at = 0

  constructor(text: string, scope: NamespaceScope, clause: 'c-selector-xpath' | 'c-fields-xpaths') {
    this.#text = text
    this.#scope = scope
    this.#clause = clause
  }

  /** Selector ::= Path ( '|' Path )* */
  read(): Selector {
    const paths = [this.#path()]
    while (this.#takes('|')) paths.push(this.#path())
    if (this.#at < this.#text.length)
      this.#refuse(`${shown(this.#text.slice(this.#at))} is too much`)
    return paths
  }

  /** Path ::= ('.//')? Step ( '/' Step )*; the last step of a field may be an attribute. */
  #path(): SelectorPath {
    const start = this.#at
    const anywhere = this.#takes('.') && this.#takes('//')
    if (!anywhere) this.#at = start
    const steps: NameTest[] = []
    do {
      if (this.#clause === 'c-fields-xpaths' && (this.#takes('@') || this.#axis('attribute'))) {
        return { anywhere, steps, attribute: this.#nameTest() }
      }
      if (!this.#takes('.')) {
        this.#axis('child')
        steps.push(this.#nameTest())
      }
    } while (this.#takes('/'))
    return { anywhere, steps, attribute: undefined }
  }

  /** NameTest ::= QName | '*' | NCName ':' '*' */
  #nameTest(): NameTest {
    if (this.#takes('*')) return { namespace: undefined, local: undefined }
    const name = this.#text.slice(this.#at, endOfName(this.#text, this.#at))
    this.#at += name.length
    const colon = name.indexOf(':')
    // A name without a prefix is in no namespace: the default namespace does not hold in XPath.
    const namespace = colon === -1 ? '' : this.#namespace(name.slice(0, colon))
    const local = name.slice(colon + 1)
    if (colon !== -1 && local === '' && this.#text[this.#at] === '*') {
      this.#takes('*')
      return { namespace, local: undefined }
    }
    if (!isNcName(local))
      this.#refuse(name === '' ? 'a name is missing' : `${shown(name)} is no name`)
    this.#skip()
    return { namespace, local }
  }

  #namespace(prefix: string): string {
    const namespace = isNcName(prefix) ? namespaceOf(this.#scope, prefix) : undefined
    return namespace ?? this.#refuse(`the prefix ${shown(prefix)} stands for no namespace`)
  }

  #axis(name: 'child' | 'attribute'): boolean {
    const start = this.#at
    if (this.#takes(name) && this.#takes('::')) return true
    this.#at = start
    return false
  }

  /** Steps over a token, and over the white space around it. */
  #takes(token: string): boolean {
    this.#skip()
    if (!this.#text.startsWith(token, this.#at)) return false
    this.#at += token.length
    this.#skip()
    return true
  }

  #skip(): void {
    this.#at = skipSpace(this.#text, this.#at)
  }

  #refuse(why: string): never {
    throw new SchemaProblem(this.#clause, `the XPath ${shown(this.#text)} is not allowed: ${why}`)
  }
}
