/** Answers one request, and tells spans of the request and its answer. */
import type { FactSources, Outcome } from '#transport'
import { conditional, encode, type HttpAnswer } from '../protocol/encode.js'
import type { FieldsRead } from '../protocol/header-fields.js'
import { factsOfRequest } from '../protocol/span-attributes.js'
import type { HttpSection } from '../section/section.js'

/** Who knows what a client is told that has to say who it is. */
interface Challenging {
  /** Undefined if it cannot. */
  readonly challenge: string | undefined
}

export class Answering implements FactSources {
  readonly #request: FieldsRead
  readonly #section: HttpSection
  readonly #senders: Challenging

  constructor(request: FieldsRead, section: HttpSection, senders: Challenging) {
    this.#request = request
    this.#section = section
    this.#senders = senders
  }

  answerTo(outcome: Outcome): HttpAnswer {
    return conditional(encode(outcome, this.#section, this.#senders), this.#request)
  }

  request(): ReturnType<FactSources['request']> {
    return factsOfRequest(this.#request, this.#section.basePath)
  }

  answered(outcome: Outcome): ReturnType<FactSources['answered']> {
    return { 'http.response.status_code': this.answerTo(outcome).status }
  }
}
