/** Answers one request, and tells spans of the request and its answer. */
import type { IncomingMessage } from 'node:http'
import type { FactSources, Outcome } from '#transport'
import { conditional, encode, type HttpAnswer } from '../protocol/encode.js'
import { factsOfRequest } from '../protocol/span-attributes.js'
import type { HttpSection } from '../section/section.js'

interface Answering {
  answerTo(outcome: Outcome): HttpAnswer
  readonly facts: FactSources
}

/** @param challenge  what a client is told that has to say who it is. Default: it cannot */
export function answering(
  request: IncomingMessage,
  section: HttpSection,
  challenge: string | undefined,
): Answering {
  const answerTo = (outcome: Outcome) => conditional(encode(outcome, section, challenge), request)
  const facts = {
    request: () => factsOfRequest(request, section.basePath),
    answered: (outcome: Outcome) => ({ 'http.response.status_code': answerTo(outcome).status }),
  }
  return { answerTo, facts }
}
