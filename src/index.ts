/** What programs import from `waybill`: the sender, and what a plugin is made with. */
export {
  type Answer,
  type CallOptions,
  createSender,
  FaultAnswer,
  type Sender,
  type SenderOptions,
  UnexpectedAnswer,
} from './client/sender.js'
export * from './plugin.js'
export type { VersionName } from './soap/version.js'
export { Undeliverable } from './transport.js'
export { InvalidSchema } from './xml/schema.js'
