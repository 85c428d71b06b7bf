/** The JSON of the page of the node. */

/** GET /api/node/machine */
export interface MachineView {
  readonly pid: number
  /** Version of Node.js. */
  readonly nodejs: string
  readonly memory: MemoryView
  /** Undefined before the first measure. */
  readonly loop: LoopView | undefined
  /** Undefined where the system does not say. */
  readonly files: { readonly open: number | undefined; readonly most: number | undefined }
  readonly disks: readonly DiskView[]
}

/** In bytes. */
export interface MemoryView {
  readonly resident: number
  readonly heapUsed: number
  readonly heapTotal: number
  readonly heapLimit: number
  readonly external: number
  /** Of the machine, or of the container. */
  readonly limit: number
  readonly constrained: boolean
}

/** How late the event loop came round in the last minute, in milliseconds. */
export interface LoopView {
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** The most in the last hour. */
  readonly hour: number
}

/** A disk with folders of the configuration. */
export interface DiskView {
  readonly folders: readonly { readonly key: string; readonly path: string }[]
  /** Bytes; undefined if it does not answer. */
  readonly free: number | undefined
  readonly size: number | undefined
}

export interface CertificateView {
  /** Configuration key or file that names it. */
  readonly location: string
  readonly subject: string
  readonly issuer: string
  /** Milliseconds since 1970. */
  readonly from: number
  readonly until: number
  readonly fingerprint: string
}

/** GET /api/node/certificates: those that this node shows to others. */
export interface NodeCertificatesView {
  readonly certificates: readonly (CertificateView & {
    /** What it is for, in words. */
    readonly use: string
  })[]
}

/** GET /api/node/configuration: what is in effect. */
export interface ConfigurationView {
  readonly keys: readonly {
    readonly key: string
    /** As a file has it, with `***` in place of a secret. */
    readonly value: string
    /** Whether a node without a configuration has the same. */
    readonly default: boolean
    /** Milliseconds since 1970, when a reload changed it; undefined if none did. */
    readonly changed: number | undefined
    /** True if it has another value in the file, for which a restart is required. */
    readonly restart: boolean
  }[]
  /** Keys that are left out. */
  readonly more: number
  /** Keys that are in effect after a restart only. */
  readonly restart: readonly string[]
  /** Keys that a reload has changed since the start. */
  readonly changed: readonly { readonly key: string; readonly at: number }[]
}

/** GET /api/node/log?level= */
export interface LogView {
  /** Lowest level that is written. */
  readonly level: string
  /** Newest first. */
  readonly lines: readonly {
    /** Milliseconds since 1970. */
    readonly at: number
    readonly level: string
    readonly sentence: string
    /** Its other fields, as JSON; empty if it has none. */
    readonly fields: string
  }[]
}
