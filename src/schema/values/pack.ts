/** What is written for bytes: their text, or an element that stands for it. */
import type { Binary } from '../../xml/binary.js'
import type { XmlElement } from '../../xml/tree.js'

/** @returns the bytes to be written as text; or an Include of XOP, with what it stands for as `included` */
export type Pack = (value: Binary | Uint8Array) => Uint8Array | XmlElement
