/** Gives an answer the addressing blocks that its request asks for. */
import { randomUUID } from 'node:crypto'
import { type Answer, answerHeaders } from '../addressing/answer-headers.js'
import type { XmlElement } from '../xml/tree.js'
import type { OpenExchange } from './exchange.js'

/** @returns header blocks; none for a request without addressing */
export function addressAnswer({ addressing }: OpenExchange, answer: Answer): readonly XmlElement[] {
  return addressing ? answerHeaders(addressing, answer, `urn:uuid:${randomUUID()}`) : []
}
