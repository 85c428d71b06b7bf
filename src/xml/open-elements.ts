/** The elements whose end tags have not been read yet, and the tree that they grow into. */
import type { XmlElement } from './tree.js'

/** An element whose end tag has not been read yet. */
export type OpenElement = { -readonly [Key in keyof XmlElement]: XmlElement[Key] } & {
  children: (XmlElement | string)[]
}

export class OpenElements {
  readonly #open: OpenElement[] = []
  /** Their names as their start tags wrote them: end tags must repeat them. */
  readonly #names: string[] = []
  #root: OpenElement | undefined

  get root(): OpenElement | undefined {
    return this.#root
  }

  get depth(): number {
    return this.#open.length
  }

  get innermost(): OpenElement | undefined {
    return this.#open.at(-1)
  }

  /** The name of the innermost one, as its start tag wrote it. */
  get name(): string | undefined {
    return this.#names.at(-1)
  }

  /** @param qname  its name as its start tag wrote it */
  open(element: OpenElement, qname: string): void {
    const parent = this.#open.at(-1)
    if (parent) parent.children.push(element)
    else this.#root = element
    this.#open.push(element)
    this.#names.push(qname)
  }

  /** @param end  offset just past the innermost one */
  close(end: number): void {
    const element = this.#open.pop()
    this.#names.pop()
    if (element) element.end = end
  }

  /** Adds text to the innermost one. */
  append(characters: string): void {
    const children = this.#open.at(-1)?.children
    if (!children || characters === '') return
    const last = children.length - 1
    const before = children[last]
    if (typeof before === 'string') children[last] = before + characters
    else children.push(characters)
  }
}
