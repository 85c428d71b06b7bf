/** What programs import from `waybill`: the sender, and what a plugin is made with. */
export {
  type Answer,
  type CallOptions,
  type ContractAnswer,
  type ContractCall,
  type ContractCallOptions,
  type ContractClient,
  type ContractFault,
  createSender,
  type DeclaredFault,
  FaultAnswer,
  type SecurityOptions,
  type Sender,
  type SenderOptions,
  UnexpectedAnswer,
  type UseArguments,
  type UseOptions,
} from './client/sender.js'
export { PathBinary } from './message/spool/index.js'
export * from './plugin.js'
export { InvalidSchema } from './schema/engine.js'
export type { VersionName } from './soap/version.js'
export { Undeliverable } from './transport.js'
