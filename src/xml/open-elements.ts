/** The elements whose end tags have not been read yet, and the tree that they grow into. */
import type { Included } from './binary.js'
import type { XmlElement } from './tree.js'

/** An element whose end tag has not been read yet. */
export type OpenElement = { -readonly [Key in keyof XmlElement]: XmlElement[Key] } & {
  children: (XmlElement | string)[]
}

/**
 * Notified of each element once all of it is read, inner ones first.
 *
 * @param depth  1 for the root
 * @returns what it stands for in the text around it
 */
export type Include = (
  element: XmlElement,
  parent: XmlElement | undefined,
  depth: number,
) => Included | undefined

/** Is notified of elements in the pass that reads them. */
export interface Watch {
  /** Its start tag is read: name, scope and attributes are there, and nothing of its content. */
  enter(element: XmlElement): void
  /** All of it is read. */
  leave(element: XmlElement): void
}

/** What takes part in the reading of a document. Default: nothing. */
export interface Beside {
  readonly include?: Include | undefined
  readonly watch?: Watch | undefined
}

export class OpenElements {
  readonly #include: Include | undefined
  readonly #watch: Watch | undefined
  readonly #open: OpenElement[] = []
  /** Their names as their start tags wrote them: end tags must repeat them. */
  readonly #names: string[] = []
  #root: OpenElement | undefined

  constructor({ include, watch }: Beside) {
    this.#include = include
    this.#watch = watch
  }

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
    this.#watch?.enter(element)
  }

  /** @param end  offset just past the innermost one */
  close(end: number): void {
    const element = this.#open.pop()
    this.#names.pop()
    if (!element) return
    element.end = end
    const included = this.#include?.(element, this.#open.at(-1), this.#open.length + 1)
    if (included) element.included = included
    this.#watch?.leave(element)
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
