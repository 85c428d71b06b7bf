/** PUBLIC contract of a transport: how messages get into this node and out of it. */
import type { z } from 'zod'
import type { Reloading } from './base/reloading.js'
import type { DeepReadonly } from './config/kinds.js'
import type { Access, Complaint, NamedUrl } from './message/access.js'
import type { TransportClient } from './message/calling.js'
import type { Credentials } from './message/credentials.js'
import type { DescribedPort, OwnMailbox } from './message/described-port.js'
import type { TransportEvent } from './message/events/events.js'
import type { Finding, ListenAddress, Surroundings } from './message/finding.js'
import type { EnvelopeMessage, InboundMessage, OutboundMessage } from './message/message.js'
import type { FactSources, Outcome } from './message/outcome.js'
import type { AttachmentBounds, Spool } from './message/spool/index.js'
import type { TransportProblem } from './message/transport-problem.js'

export { z } from 'zod'
export { Batches } from './base/batches.js'
export { BodyTurns, type Reading } from './base/body-turns.js'
export { onAbort, untilAborted, waitFor, within } from './base/deadline.js'
export { codeOf } from './base/errno.js'
export { fileOf } from './base/file-of.js'
export { hostNameOf, isLoopback, isOwnName } from './base/loopback.js'
export { passwordAt } from './base/password-at.js'
export type { Reloading } from './base/reloading.js'
export { SlidingWindow } from './base/sliding-window.js'
export { readTime, sizeText, timeText } from './base/units.js'
export { urlIn } from './base/url-in.js'
export {
  count,
  duration,
  file,
  fileOrUrl,
  folder,
  host,
  network,
  port,
  secret,
  size,
  text,
} from './config/kinds.js'
export { certificates, keyPair, type NamedFile, privateKey } from './config/pem.js'
export { addressHeader, proxies } from './config/proxies.js'
export { tlsKeys, tlsPair } from './config/tls.js'
export { WaybillError } from './errors.js'
export type * from './message/access.js'
export { fitsField, quotedAction, uriInField, uriOf } from './message/action.js'
export type * from './message/admission.js'
export type * from './message/calling.js'
export * from './message/credentials.js'
export type * from './message/described-port.js'
export type { TransportEvent } from './message/events/events.js'
export * from './message/finding.js'
export type * from './message/message.js'
export type * from './message/origin.js'
export type * from './message/outcome.js'
export {
  type AttachmentBounds,
  defaultBounds,
  Spool,
  Spools,
  SpoolUnavailable,
  type SpoolWriter,
} from './message/spool/index.js'
export { readTraceparent, type Traceparent } from './message/traceparent.js'
export type * from './message/transport-problem.js'
export { Undeliverable } from './message/undeliverable.js'
export { writtenBody } from './message/written-message.js'
export {
  admits,
  asksForCredentials,
  asksForProof,
  lackOf,
  verdictOn,
} from './security/admission.js'
export { isWithin } from './security/networks.js'
export { mailboxParts } from './security/own-mailbox.js'
export { isPassword, isUser } from './security/password.js'
export { beyondProxies, isProxy } from './security/proxies.js'
export { RateLimit } from './security/rate-limit.js'
export { askFirst } from './security/tls/ask-first.js'
export { readTls, renewedIn, type TlsFiles } from './security/tls/files.js'
export { Identities, type Identity } from './security/tls/identities.js'
export { securedPeer, shownBy } from './security/tls/peer.js'
export { factsOf } from './security/trust/certificate-facts.js'
export { untranslated } from './soap/addressing/address-ranges.js'
export { type FaultCode, MEDIA_TYPES, type VersionName } from './soap/version.js'
export { type Binary, HeldBinary, type Sliceable } from './xml/binary.js'
export type { WrittenPart, WrittenText } from './xml/written.js'

/** The processor, as a transport sees it. It never rejects: every error is an outcome. */
export type Receive = (message: InboundMessage, facts?: FactSources) => Promise<Outcome>

/** Tells whether a message may go to an IP address, given as `node:net` writes it. */
export type Guard = (address: string) => boolean

/** What people are told in plain words, such as that something is wrong with the node. */
export interface Note {
  /** Mailbox, as `local@domain`. */
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Gets messages in and out by one protocol; docs/transports.md walks through a whole one. */
export interface Transport {
  /** Names it in logs and in `Origin.transport`, such as `http`. */
  readonly name: string
  /** Schemes of the URLs it can send to, such as `http` and `https`. */
  readonly schemes: readonly string[]
  /** True if it carries the attachments of messages. Default: messages with attachments are refused where they would go over it. */
  readonly carriesAttachments?: boolean
  /** False if it has no header fields for `trace`: then header blocks of the envelope have it. Default: true. */
  readonly carriesTrace?: boolean
  /** What it listens on, for people to read; empty before `listen` and after `close`. */
  readonly listening: readonly string[]
  /** What is wrong with it now; asked every few seconds. Default: nothing that it would notice. */
  readonly problems?: readonly TransportProblem[]
  /**
   * Starts to receive.
   * @throws Error with `code` and `address` as `node:net` has them (`EADDRINUSE` and others) if the
   *   address is not available
   */
  listen(receive: Receive): Promise<void>
  /**
   * Sends a message; follows no redirect, and tries once.
   *
   * @param to      where to, with one of `schemes`
   * @param signal  ends the attempt
   * @param guard   for a message whose way a peer has named: every address that is connected to must
   *   pass it, after its name was resolved. Sends with the same function may share connections, with
   *   another one or none never. A transport that connects to no IP address has nothing to guard.
   *   Default: any address will do
   * @param access  the same object each time for one destination: sends with the same one may share
   *   connections, with another one or none never. A transport whose protocol has no place for it
   *   leaves it aside. Default: nothing is asked for
   * @param spool   keeps the attachments of the answer; the caller closes it. Default: an answer that has some is
   *   refused
   * @returns the answer, or undefined if the transport has none to wait for
   * @throws Undeliverable if the message did not get through, may not have, or may not go there
   */
  send(
    message: OutboundMessage,
    to: URL,
    signal: AbortSignal,
    guard?: Guard,
    access?: Access,
    spool?: Spool,
  ): Promise<EnvelopeMessage | undefined>
  /** Tells people something in plain words, or throws Undeliverable. Default: it does not reach people. */
  readonly notify?: ((note: Note, signal: AbortSignal) => Promise<void>) | undefined
  /**
   * Gets ready to go on with another section: only keys that its module lists as `reloads`, or what the
   * files hold that they name, have changed. Nothing changes before `apply` is called.
   * @throws WaybillError, TypeError as `create` does: then all goes on as before
   */
  reload?(input: ReloadInput<unknown>): Reloading | Promise<Reloading>
  /**
   * Stops to receive, lets what runs finish, then releases every socket and timer.
   *
   * @param deadline  once aborted, what still runs is cut off
   */
  close(deadline: AbortSignal): Promise<void>
}

/** What `config` has of a transport's section of the configuration, checked, with its defaults. */
export type SectionOf<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>

/** The part of a node's configuration that concerns one transport. */
export interface TransportSettings<Section> {
  readonly section: Section
  /** What messages can be addressed to: names of plugins, and paths that routes ask for. */
  readonly names: readonly string[]
  /** False if this node sends nothing itself, as other nodes take its queue's jobs. */
  readonly sends: boolean
}

/** Where a transport tells what concerns no exchange, such as a connection it closed. */
export interface TransportLog {
  debug(fields: object, sentence?: string): void
  warn(fields: object, sentence?: string): void
  error(fields: object, sentence?: string): void
  /** Notified of what operators count: what was turned away. Default: nobody is. */
  report?(event: TransportEvent): void
}

/** What a transport is made from. */
export interface TransportInput<Section, Bounds = unknown>
  extends Pick<TransportSettings<Section>, 'section'> {
  readonly plugins: readonly {
    readonly name: string
    /** True if it has operations that anybody may call. */
    readonly public: boolean
  }[]
  /** What routes ask for: messages may be addressed to it as to a plugin. */
  readonly paths: readonly string[]
  /** Folder for what must outlive the process. */
  readonly stateDir: string
  /** Checks what peers show. Default: nobody is known. */
  readonly credentials?: Credentials | undefined
  /** Where attachments are kept, and how many and how large they may be. Default: in memory, within the usual bounds. */
  readonly attachments?: AttachmentBounds | undefined
  /** Those of its module, unless a test has bound others. */
  readonly bounds: Bounds
  readonly log: TransportLog
}

/** What a running transport goes on with; its bounds stay. */
export type ReloadInput<Section> = Omit<TransportInput<Section>, 'bounds' | 'log'>

/** A message that was refused and is kept for operators. */
export interface KeptMessage {
  /** Path of the file that has it. */
  readonly file: string
  /** When it was refused, in milliseconds since 1970. */
  readonly at: number
  readonly cause: string
}

/** A transport, as its module describes it. Nothing else of it is known to the node. */
export interface TransportDefinition<Schema extends z.ZodObject, Flags, Options, Bounds = unknown> {
  /** Names it, and its section of the configuration. */
  readonly name: string
  /** Schemes of the URLs it sends to, such as `http` and `https`. */
  readonly schemes: readonly string[]
  /** Its section of the configuration. */
  readonly config: Schema
  /** Numbers that no key of its section changes, such as times and sizes. Default: it has none. */
  readonly bounds?: Bounds | undefined
  /** Keys of its section that a running transport takes over by `reload`. Default: none. */
  readonly reloads?: readonly string[] | undefined
  /** Whether answers come back on the connection, or are messages of their own. */
  readonly answers: 'connection' | 'message'
  /** False if its section says that it is not used: then it is not made. Default: it is used. */
  isUsed?(section: SectionOf<Schema>): boolean
  /** Makes it, once, at start; a TypeError that it throws is told to the operator. */
  create(input: TransportInput<SectionOf<Schema>, Bounds>): Transport | Promise<Transport>
  /** Name of the host that a URL leads to; undefined if it leads to none, as that of a folder. */
  hostOf(url: URL): string | undefined
  /** Whether TLS protects what is sent to a URL as far as its node, so that passwords may go as text. Default: it does not. */
  protects?(url: URL): boolean
  /** Whether a URL leads back to this node, as far as the configuration shows. */
  isOwn(url: URL, settings: TransportSettings<SectionOf<Schema>>): boolean
  /**
   * Reads an address that a peer wants its answers at: strictly, nothing in it is fixed. Default: no
   * peer names such addresses.
   */
  readAddress?(text: string): URL | undefined
  /** What is wrong with a destination of the configuration. Default: nothing. */
  check?(
    destination: NamedUrl,
    settings: TransportSettings<SectionOf<Schema>>,
  ): readonly Complaint[]
  /** What its section allows and an operator should know, and what is wrong with it though it can be used. Default: nothing. */
  findings?(settings: TransportSettings<SectionOf<Schema>>): readonly Finding[]
  /** Where a plugin, or the node as a whole, is reached; undefined if nowhere. */
  publicAddress?(
    settings: TransportSettings<SectionOf<Schema>>,
    plugin?: string,
  ): string | undefined
  /** Mail addresses that it takes messages at. Default: it takes none by mail. */
  mailboxes?(settings: TransportSettings<SectionOf<Schema>>): readonly OwnMailbox[]
  /**
   * How a plugin is reached over it, for its WSDL. Default: it is described in none.
   * @param base  where who asks over this transport reaches the node. Default: as the configuration says
   */
  port?(
    settings: TransportSettings<SectionOf<Schema>>,
    plugin: string,
    base?: string,
  ): DescribedPort | undefined
  /**
   * Messages that it refused and keeps in the state folder, for `waybill find`. Default: it keeps none.
   * @param ids  the message's own id is one of them
   */
  findKept?(ids: readonly string[], stateDir: string): Promise<readonly KeptMessage[]>
  /** What it listens on, for `waybill doctor` to try. Default: nothing. */
  listens?(section: SectionOf<Schema>): readonly ListenAddress[]
  /** Looks at what it needs around it, for `waybill doctor`; sends no message. Default: there is nothing. */
  examine?(section: SectionOf<Schema>, around: Surroundings): Promise<readonly Finding[]>
  /** Its sections of `waybill plan`, each with its lines. */
  plan?(
    settings: TransportSettings<SectionOf<Schema>>,
  ): readonly (readonly [string, readonly string[]])[]
  /** What `waybill plan` says of a destination's access; never what is secret in it. */
  planAccess?(access: Access, section: SectionOf<Schema>): readonly string[]
  /** A command that sends an envelope of SOAP 1.1 to what it listens on, for who has just started a node. */
  example?(listening: string, envelope: string): string
  readonly client?: TransportClient<Flags, Options> | undefined
}

/** A transport of which only the module knows the types of its section, its flags and its options. */
export type TransportModule = TransportDefinition<z.ZodObject, Named, unknown>
type Named = Readonly<Record<string, unknown>>

/** Gives a transport its types; a transport's module exports the result as its default. */
export function defineTransport<Schema extends z.ZodObject, Flags extends Named, Options, Bounds>(
  definition: TransportDefinition<Schema, Flags, Options, Bounds>,
): TransportModule {
  return definition
}
