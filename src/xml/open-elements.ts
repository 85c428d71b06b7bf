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

/** Text that is decoded when somebody asks for it: of a message that is only passed on nobody does. */
export type Later = () => string

type Content = (XmlElement | string | Later)[]

export class OpenElements {
  readonly #include: Include | undefined
  readonly #watch: Watch | undefined
  readonly #open: OpenElement[] = []
  /** Their names as their start tags wrote them: end tags must repeat them. */
  readonly #names: string[] = []
  #root: OpenElement | undefined
  /** What open elements with text that is decoded later hold; undefined until there is such text. */
  #late: Map<OpenElement, Content> | undefined

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
    if (parent) this.#contentOf(parent).push(element)
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
    const late = this.#late?.get(element)
    if (late) readLater(element, late)
    const included = this.#include?.(element, this.#open.at(-1), this.#open.length + 1)
    if (included) element.included = included
    this.#watch?.leave(element)
  }

  /** Adds text to the innermost one. */
  append(characters: string): void {
    const innermost = this.#open.at(-1)
    if (!innermost || characters === '') return
    const content = this.#contentOf(innermost)
    const last = content.length - 1
    const before = content[last]
    if (typeof before === 'string') content[last] = before + characters
    else content.push(characters)
  }

  /** Adds text to the innermost one, of at least one character. */
  appendLater(text: Later): void {
    const innermost = this.#open.at(-1)
    if (!innermost) return
    this.#late ??= new Map()
    const content: Content = this.#late.get(innermost) ?? [...innermost.children]
    content.push(text)
    this.#late.set(innermost, content)
  }

  #contentOf(element: OpenElement): Content | OpenElement['children'] {
    return this.#late?.get(element) ?? element.children
  }
}

/** Has an element decode its text when its children are asked for, once. */
function readLater(element: OpenElement, content: Content): void {
  let children: readonly (XmlElement | string)[] | undefined
  const get = () => {
    children ??= decoded(content)
    return children
  }
  Object.defineProperty(element, 'children', { get, enumerable: true })
}

function decoded(content: Content): readonly (XmlElement | string)[] {
  const children: (XmlElement | string)[] = []
  for (const part of content) {
    const child = typeof part === 'function' ? part() : part
    const last = children.length - 1
    const before = children[last]
    if (typeof child === 'string' && typeof before === 'string') children[last] = before + child
    else children.push(child)
  }
  return children
}
