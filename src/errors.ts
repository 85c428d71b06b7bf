/** The catalogue of operational errors: what an operator reads, what to do about it, how it exits. */

/** Exit codes by sysexits.h. */
export const EXIT = {
  ok: 0,
  /** Of `validate`: a file is not valid; of `doctor` and `status`: something is wrong. */
  invalid: 1,
  usage: 64,
  dataError: 65,
  unavailable: 69,
  software: 70,
  ioError: 74,
  protocol: 76,
  noPermission: 77,
  config: 78,
} as const

interface Kind {
  readonly exitCode: number
  /** What to do about it. */
  readonly hint: string
}

const KINDS = {
  WAYBILL_NODEJS_TOO_OLD: {
    exitCode: EXIT.config,
    hint: 'Install such a version, or put it first in PATH; node --version says which one is found.',
  },
  WAYBILL_CONFIG_INVALID: {
    exitCode: EXIT.config,
    hint: 'Correct the named place; docs/configuration.md lists every key.',
  },
  WAYBILL_CONFIG_UNREADABLE: {
    exitCode: EXIT.config,
    hint: 'Give --config the path of a YAML or JSON file that this user may read.',
  },
  WAYBILL_FILE_UNUSABLE: {
    exitCode: EXIT.config,
    hint: 'Give the named key a file that this user may read: in PEM a certificate with its chain, its own private key without a passphrase, or the authorities to trust; for a secret, the secret alone.',
  },
  WAYBILL_PLUGIN_NOT_FOUND: {
    exitCode: EXIT.config,
    hint: 'Name a plugin that comes with Waybill, an installed package, or a folder as ./folder beside the configuration file.',
  },
  WAYBILL_PLUGIN_INVALID: {
    exitCode: EXIT.config,
    hint: 'A plugin exports the result of definePlugin() as its default; see docs/plugins.md.',
  },
  WAYBILL_PLUGIN_CONFLICT: {
    exitCode: EXIT.config,
    hint: 'For an operation or an entry, write path: own into the entry of one of the two plugins: it is called at its own path only. Else take one of them out of the configuration.',
  },
  WAYBILL_TRANSPORT_NOT_FOUND: {
    exitCode: EXIT.config,
    hint: 'Name a transport that comes with Waybill, an installed package, or a folder as ./folder beside the configuration file.',
  },
  WAYBILL_TRANSPORT_INVALID: {
    exitCode: EXIT.config,
    hint: 'A transport exports the result of defineTransport() as its default; see docs/transports.md.',
  },
  WAYBILL_SCHEMA_INVALID: {
    exitCode: EXIT.config,
    hint: 'The file must be an XML Schema 1.0 document; its includes are read relative to it.',
  },
  WAYBILL_SCHEMA_ENGINE_MISSING: {
    exitCode: EXIT.config,
    hint: 'Install what the sentence names, or leave soap.schemaEngine out: the rules of the node itself need nothing compiled.',
  },
  WAYBILL_CONTRACT_INVALID: {
    exitCode: EXIT.dataError,
    hint: 'Give a WSDL 1.1 document with a SOAP binding, and the documents that it imports beside it; docs/contracts.md says what is read.',
  },
  WAYBILL_CONTRACT_UNREACHABLE: {
    exitCode: EXIT.unavailable,
    hint: 'Fetch the document in another way, such as with a browser, and give the path of the file, with what it imports beside it.',
  },
  WAYBILL_ADDRESS_IN_USE: {
    exitCode: EXIT.unavailable,
    hint: 'End the other process, which waybill doctor names, or choose another port, as in --set http.port=8090, smtp.port=2530 or admin.port=8091.',
  },
  WAYBILL_ADDRESS_REFUSED: {
    exitCode: EXIT.noPermission,
    hint: 'Choose a port above 1023 and an address that this machine has.',
  },
  WAYBILL_STATE_UNUSABLE: {
    exitCode: EXIT.ioError,
    hint: 'Give stateDir a folder on a local disk with free space that this user may write.',
  },
  WAYBILL_QUEUE_FOREIGN: {
    exitCode: EXIT.dataError,
    hint: 'Start the version that wrote it, let it finish its jobs, and give this version an empty stateDir. Dead letters are not taken over, and stay where they are: before that, send them again by that version (waybill dead replay), or print them (waybill dead show --raw).',
  },
  WAYBILL_QUEUE_DAMAGED: {
    exitCode: EXIT.ioError,
    hint: 'Keep a copy of stateDir and look at the disk; then put the last backup in the place of queue.db, without a queue.db-wal beside it, as docs/queue.md says.',
  },
  WAYBILL_QUEUE_BACKUP: {
    exitCode: EXIT.ioError,
    hint: 'Give the path of a file that is not there yet, on a disk with as much free space as queue.db takes; a queue in Redis is backed up with the means of Redis.',
  },
  WAYBILL_QUEUE_UNAVAILABLE: {
    exitCode: EXIT.unavailable,
    hint: 'Start what keeps the queue, or correct queue.url; with queue.waitAtStart the node waits for it.',
  },
  WAYBILL_QUEUE_REFUSED: {
    exitCode: EXIT.noPermission,
    hint: 'Correct the user and the password in queue.url, or what that user may do.',
  },
  WAYBILL_QUEUE_UNSAFE: {
    exitCode: EXIT.config,
    hint: 'Set maxmemory-policy noeviction in the configuration of Redis.',
  },
  WAYBILL_STATE_NOT_FOUND: {
    exitCode: EXIT.config,
    hint: 'Give the configuration that the node runs with (--config), from the folder that it runs in; a node makes its state folder when it first starts.',
  },
  WAYBILL_STATE_REFUSED: {
    exitCode: EXIT.noPermission,
    hint: 'Run the command as the user that the node runs as, and let the state folder belong to that user.',
  },
  WAYBILL_JOURNAL_UNUSABLE: {
    exitCode: EXIT.ioError,
    hint: 'Look at the disk and at the owner of the file; move journal.db away if it is damaged: nodes begin a new one.',
  },
  WAYBILL_EVIDENCE_DAMAGED: {
    exitCode: EXIT.ioError,
    hint: 'Keep a copy of the folder; waybill evidence verify names every place. Once the folder of the damaged chain is moved away, a node begins a new one.',
  },
  WAYBILL_NODE_NOT_RUNNING: {
    exitCode: EXIT.unavailable,
    hint: 'Start the node, or give the configuration with which it runs, and --url if admin.port is 0; waybill doctor looks for what keeps it from starting.',
  },
  WAYBILL_NODE_UNREACHABLE: {
    exitCode: EXIT.unavailable,
    hint: 'Give the node a queue that outlives it: leave queue.url out, or set it to redis://.',
  },
} as const satisfies Record<string, Kind>

export type ErrorCode = keyof typeof KINDS

/** Every code with its exit code and hint, for the documentation's test. */
export const ERROR_KINDS: Readonly<Record<ErrorCode, Kind>> = KINDS

/** Goes to the operator: what was expected, what came, where. */
export class WaybillError extends Error {
  readonly code: ErrorCode
  readonly hint: string
  readonly exitCode: number

  constructor(code: ErrorCode, sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'WaybillError'
    this.code = code
    this.hint = KINDS[code].hint
    this.exitCode = KINDS[code].exitCode
  }
}

/** Two plugins want the same messages. */
export function claimedTwice(
  what: 'operation' | 'body entry' | 'header block',
  name: string,
  first: string,
  second: string,
): WaybillError {
  return new WaybillError(
    'WAYBILL_PLUGIN_CONFLICT',
    `the ${what} ${name} is claimed by two plugins: ${first} and ${second}`,
  )
}

/**
 * A schema that does not declare the element that it is given for would refuse every message.
 *
 * @param declared  names of its global elements
 * @throws WaybillError WAYBILL_SCHEMA_INVALID
 */
export function refuseUndeclared(
  name: string,
  declared: ReadonlyMap<string, unknown>,
  file: string,
  plugin: string,
): void {
  if (declared.has(name)) return
  const all = [...declared.keys()].join(', ') || 'none'
  throw new WaybillError(
    'WAYBILL_SCHEMA_INVALID',
    `${file}: expected a global element ${name}, for the plugin ${plugin}; it declares ${all}`,
  )
}
