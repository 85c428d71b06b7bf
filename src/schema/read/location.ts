/** Finds the file that a schema location names: relative ones only, and nothing on the network. */
import { readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { codeOf, messageOf, systemReason } from '../../base/errno.js'
import { percentDecoded } from '../../base/percent.js'
import { decodeText } from '../../xml/charset.js'
import { readDocument } from '../../xml/read.js'
import { trimXml, type XmlElement } from '../../xml/tree.js'
import { Unreadable } from '../../xml/unreadable.js'
import { InvalidSchema } from '../invalid-schema.js'

/** A schema is the operator's own, and may be larger than a message. */
const LIMITS = {
  depth: 200,
  attributes: 256,
  namespaces: 1_000,
  namespacesInScope: 1_000,
  elements: 2_000_000,
  name: 1024,
  attributeValue: 1024 * 1024,
}

const MAX_BYTES = 256 * 1024 * 1024

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/

/**
 * @returns the absolute path; undefined for a location that is no relative one
 * @throws InvalidSchema for one that is refused
 */
export function localFile(from: string, location: string, referrer?: Referrer): string | undefined {
  const uri = trimXml(location)
  const refused = refusalOf(uri)
  if (refused !== undefined) throw new InvalidSchema(from, refused, referrer?.())
  const [path = ''] = uri.split(/[?#]/)
  if (path === '' || SCHEME.test(path) || isAbsolute(path)) return undefined
  const decoded = percentDecoded(path)
  if (decoded === undefined || NO_NAME.test(path)) {
    const sentence = `the location ${shown(uri)} names no file: a path in UTF-8 is expected, in which %2F, %5C and %00 cannot stand. Correct it, and name the file so`
    throw new InvalidSchema(from, sentence, referrer?.())
  }
  return resolve(dirname(from), decoded)
}

/** Some systems take it for a `/`, and so do URLs: what it means depends on who reads it. */
export function refusalOf(location: string): string | undefined {
  if (!location.includes('\\')) return undefined
  return `the location ${shown(location)} has a \\, which no URI reference has: write / in its place`
}

/** RFC 3986 §2.2: an encoded separator is no separator, and to a file it would be one. */
const NO_NAME = /%(?:2f|5c|00)/i

const MAX_SHOWN = 100

function shown(location: string): string {
  return location.length > MAX_SHOWN ? `${location.slice(0, MAX_SHOWN)}…` : location
}

const MISSING: readonly string[] = ['ENOENT', 'ENOTDIR', 'EISDIR']

/** Says where a file is asked for, as `file:line`; undefined for the first one. */
export type Referrer = (() => string) | undefined

/**
 * @returns undefined if the file is missing
 * @throws InvalidSchema if it cannot be read
 */
export function readText(file: string, referrer: Referrer): string | undefined {
  try {
    const found = statSync(file)
    // A device or a pipe might never end.
    if (!found.isFile() && !found.isDirectory()) throw new Error('it is no regular file')
    if (found.size > MAX_BYTES) throw new Error(`a document has at most ${MAX_BYTES} bytes`)
    return decodeText(readFileSync(file))
  } catch (error) {
    if (referrer !== undefined && MISSING.includes(codeOf(error))) return undefined
    const reason = systemReason(error)
    const sentence = reason === codeOf(error) ? messageOf(error) : `it cannot be read (${reason})`
    throw new InvalidSchema(file, sentence, referrer?.())
  }
}

/** @throws InvalidSchema if it is no XML */
export function parse(file: string, text: string): XmlElement {
  try {
    return readDocument(text, LIMITS, 'ignored')
  } catch (error) {
    const position = error instanceof Unreadable ? error.position : undefined
    const sentence = messageOf(error)
      // The place stands beside the sentence.
      .replace(/^\d+:\d+: /, '')
      // The limits of messages are configured, and those of schemas are not.
      .replace(/^more than (\d+) \(limits\.(\w+)\)$/, '$2: more than the $1 that a schema may have')
    throw InvalidSchema.of(file, [{ sentence, file, ...position }])
  }
}
