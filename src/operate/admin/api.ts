/** The JSON that the admin API answers with, for the console and for programs; docs/admin.md describes each resource. */
import type { QueueStats } from '../../store/queue/admin.js'
import type { PagedJob } from '../../store/queue/page.js'
import type { Problem } from '../problems/problem.js'
import type { CertificateView } from './node-views.js'
import type { Right } from './rights.js'

export type {
  ChangeView,
  DeadGroup,
  DeadGroupsView,
  DeadLettersView,
  DeadLetterView,
  DownView,
  NamedCount,
} from './dead-view.js'
export type {
  CircuitView,
  DestinationState,
  DestinationsView,
  PausedView,
  TriedView,
} from './destinations-view.js'
export type {
  AwayView,
  CauseGroup,
  CausesView,
  ExchangesView,
  ExchangeView,
} from './exchanges-view.js'
export type { DurationsView, FlowLine, FlowView, MarkView } from './flow-views.js'
export type {
  CertificateView,
  ConfigurationView,
  DiskView,
  LogView,
  LoopView,
  MachineView,
  NodeCertificatesView,
} from './node-views.js'

/** GET /api/node */
export interface NodeView {
  readonly uri: string
  readonly version: string
  readonly role: 'all' | 'listener' | 'worker'
  /** Milliseconds since 1970. */
  readonly started: number
  readonly listening: readonly { readonly transport: string; readonly urls: readonly string[] }[]
  readonly plugins: readonly string[]
  /** Whether it keeps a journal. */
  readonly journal: boolean
  /** False if one of its problems stops acceptance. */
  readonly ready: boolean
  /** What the caller may do: `look`, `read` contents as well, `change` as well. */
  readonly may: Right
  /** True if contents and changes are for messages of some operations and destinations only. */
  readonly limited?: true | undefined
}

/** GET /api/problems */
export interface ProblemsView {
  /** Milliseconds since 1970, when the node looked last. */
  readonly at: number
  /** Those that stop acceptance first, then errors, then warnings; within these the oldest first. */
  readonly problems: readonly Problem[]
}

/** Whatever is not done: status 4xx or 5xx. */
export interface ErrorView {
  /** A sentence for people. */
  readonly error: string
  readonly hint?: string | undefined
}

/** GET /api/operations */
export interface OperationsView {
  readonly operations: readonly OperationView[]
  /** Where a call can be sent: listeners of this node. */
  readonly addresses: readonly { readonly transport: string; readonly url: string }[]
}

export interface OperationView {
  /** Name of the body entry, in Clark notation. */
  readonly name: string
  readonly plugin: string
  /** True if it is called at the path of its plugin only, below an address. */
  readonly ownPath: boolean
  readonly documentation?: string | undefined
  readonly action?: string | undefined
  /** Names of what may answer it, faults included; empty for a one-way operation. */
  readonly answers: readonly string[]
  /** What its request is made of; undefined if its schema does not tell. */
  readonly form: FieldView | undefined
  /** A body entry that the schema takes, as text; undefined if none could be made. */
  readonly sample: string | undefined
}

/** An element, or an attribute of one, in a form. */
export interface FieldView {
  /** In Clark notation. */
  readonly name: string
  /** Prefix that is declared for its namespace; undefined for the default one. */
  readonly prefix?: string | undefined
  /** `xml` takes any markup, as a wildcard does. */
  readonly kind: 'text' | 'number' | 'boolean' | 'moment' | 'date' | 'binary' | 'group' | 'xml'
  /** Name of the simple type, for people. */
  readonly type?: string | undefined
  readonly min: number
  /** Null if there is no bound. */
  readonly max: number | null
  readonly nillable?: true | undefined
  readonly values?: readonly string[] | undefined
  readonly pattern?: string | undefined
  readonly default?: string | undefined
  readonly fixed?: string | undefined
  readonly documentation?: string | undefined
  readonly attributes?: readonly FieldView[] | undefined
  /** Of a `group`: its children in order. Those with the same `choice` exclude each other. */
  readonly fields?: readonly FieldView[] | undefined
  readonly choice?: string | undefined
}

/** POST /api/operations/call { url, action?, soap, envelope }: sends it to a listener of this node. */
export interface CallView {
  readonly ms: number
  /** Status of the answer; undefined if none came. */
  readonly status: number | undefined
  readonly requestHeaders: readonly (readonly [string, string])[]
  readonly answerHeaders: readonly (readonly [string, string])[]
  /** As text; empty if the answer has no body. */
  readonly answer: string
  /** Id of the exchange, if the node tells it. */
  readonly exchange?: string | undefined
  /** Why no answer came. */
  readonly error?: string | undefined
}

/** GET /api/topology */
export interface TopologyView {
  readonly node: string
  readonly listening: readonly { readonly transport: string; readonly urls: readonly string[] }[]
  readonly operations: readonly string[]
  readonly routes: readonly RouteView[]
  readonly destinations: readonly DestinationView[]
  /** URIs of other nodes that keep the same journal, and when they last told something. */
  readonly nodes: readonly { readonly uri: string; readonly seen: number }[]
}

export interface RouteView {
  readonly name: string
  /** What a message must have, in words, such as `operation {urn:x}*`. */
  readonly when: readonly string[]
  /** Names of destinations. */
  readonly to: readonly string[]
  readonly mode: string
}

export interface DestinationView {
  readonly name: string
  readonly url: string
  readonly transport: string
  readonly breaker: 'closed' | 'open' | 'trying'
  readonly failures: number
  /** Why the last message was not taken. */
  readonly cause?: string | undefined
  /** Messages that wait for it. */
  readonly waiting: number | undefined
  /** True for one that the configuration names: it can be paused, and tried. */
  readonly named: boolean
  /** Who has paused it, and when, in milliseconds since 1970. */
  readonly paused?: { readonly by: string; readonly at: number } | undefined
}

/** GET /api/peers */
export interface PeersView {
  readonly peers: readonly PeerView[]
  readonly policies: readonly { readonly name: string; readonly says: readonly string[] }[]
  /** Who is admitted, in words: `http.senders`, `smtp.senders`, users. */
  readonly admission: readonly { readonly transport: string; readonly says: readonly string[] }[]
}

export interface PeerView {
  readonly name: string
  /** Names of operations that they may call; undefined for all. */
  readonly operations: readonly string[] | undefined
  /** Transports that they may use; undefined for all. */
  readonly transports: readonly string[] | undefined
  /** Names of the policies under which they are let in. */
  readonly policies: readonly string[]
  readonly proves: readonly string[]
  readonly certificates: readonly CertificateView[]
}

/** GET /api/queue */
export interface QueueView {
  readonly queue: QueueStats | undefined
  /** Milliseconds of a step, and of the end of the last one. */
  readonly step: number
  readonly at: number
  readonly waiting: readonly (number | null)[]
  readonly delayed: readonly (number | null)[]
  readonly suspended: readonly (number | null)[]
  readonly running: readonly (number | null)[]
  readonly dead: readonly (number | null)[]
  readonly operations: readonly QueueLine[]
  readonly destinations: readonly QueueLine[]
}

/** GET /api/queue/jobs?state=&after=&limit= */
export interface JobsView {
  readonly jobs: readonly PagedJob[]
  /** What the next page is `after`; undefined if there is none. */
  readonly next: string | undefined
  readonly queue: QueueStats
}

export interface QueueLine {
  readonly name: string
  readonly waiting: number
  readonly delayed: number
  readonly suspended: number
  readonly running: number
  readonly dead: number
}
