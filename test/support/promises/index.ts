/** All promises of a node, by their names. */
import { destination } from './destination.js'
import { ended } from './ended.js'
import { evidence } from './evidence.js'
import type { Promised } from './history.js'
import { oneEffect } from './one-effect.js'
import { policy } from './policy.js'
import { repeated } from './repeated.js'
import { reported } from './reported.js'
import { served } from './served.js'
import { unsigned } from './unsigned.js'
import { waited } from './waited.js'

export const PROMISES = {
  'an honest message is served': served,
  'nothing unsigned is handed on as signed': unsigned,
  'a message has one effect': oneEffect,
  'who waits on the connection gets the outcome of the first run': waited,
  'a repetition is answered as before or refused': repeated,
  'a policy held, whatever the way': policy,
  'an acknowledged message has an end': ended,
  'an answer or fault arrives at exactly one allowed place': destination,
  'evidence exists where a policy asks for it': evidence,
  'every end is reported once, and all reports agree': reported,
} as const satisfies Readonly<Record<string, Promised>>

export type PromiseName = keyof typeof PROMISES
