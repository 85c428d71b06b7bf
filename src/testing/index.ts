/** What tests of plugins import from `waybill/testing`: a node of their own, without sockets. */
export type { CallOptions } from '../client/options.js'
export { type Answer, FaultAnswer } from '../client/sender.js'
export type { Outcome } from '../message/outcome.js'
export { startNode, type TestNode, type TestNodeOptions } from './node.js'
