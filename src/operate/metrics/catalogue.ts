/** Every metric of a node: its name, its labels, what it says and what to look at; docs/metrics.md has it as a table. */

export interface Description {
  readonly type: 'counter' | 'gauge' | 'histogram'
  /** One sentence. */
  readonly help: string
  readonly labels: readonly string[]
  /** What an operator looks at, in a sentence. */
  readonly look: string
}

export const METRICS = {
  waybill_exchanges_total: {
    type: 'counter',
    labels: ['transport', 'operation', 'outcome'],
    help: 'Messages that were processed as they came in, by how that ended.',
    look: 'Traffic. An `outcome` of `fault` or `refused` that grows is looked up in the log or the journal.',
  },
  waybill_faults_total: {
    type: 'counter',
    labels: ['transport', 'operation', 'code'],
    help: 'Faults that messages were answered with, at once or from the queue.',
    look: '`Server` is the fault of this node, its operation or the next node; `Client` that of the sender.',
  },
  waybill_exchange_duration_seconds: {
    type: 'histogram',
    labels: ['transport', 'operation'],
    help: 'Time from the first byte of a message to its outcome, without the writing of the answer.',
    look: 'Latency. A message that waits for its answer from the queue has that time in it.',
  },
  waybill_received_bytes_total: {
    type: 'counter',
    labels: ['transport'],
    help: 'Bytes of envelopes that came in, without attachments.',
    look: 'Together with `waybill_exchanges_total`: the size of a message.',
  },
  waybill_answered_bytes_total: {
    type: 'counter',
    labels: ['transport'],
    help: 'Bytes of envelopes that answered on the connection, without attachments.',
    look: 'As above, for answers.',
  },
  waybill_attachments_total: {
    type: 'counter',
    labels: ['transport'],
    help: 'Attachments that came along with envelopes.',
    look: 'Whether somebody has begun to send files.',
  },
  waybill_security_verdicts_total: {
    type: 'counter',
    labels: ['transport', 'verdict'],
    help: 'Messages with security blocks for this node, by what their signatures, tokens and encryption showed.',
    look: '`failed` that grows: a peer has changed its key, or somebody forges.',
  },
  waybill_refusals_total: {
    type: 'counter',
    labels: ['transport', 'reason'],
    help: 'Messages, requests and mails that were turned away without an envelope.',
    look: '`reason` is one of the node, such as `busy` or `forbidden`, or the number of a status or reply, such as `413` or `550`.',
  },
  waybill_connections_refused_total: {
    type: 'counter',
    labels: ['transport', 'limit'],
    help: 'Connections that were closed because there were too many.',
    look: '`limit` is the configuration key to raise, unless it is an attack.',
  },
  waybill_messages_total: {
    type: 'counter',
    labels: ['transport', 'outcome'],
    help: 'Messages that came in, and those that the queue sent out, by transport.',
    look: 'Mails are those of the transport `smtp`: `received`, `refused`, `sent` and `failed`, which became dead letters.',
  },
  waybill_jobs_total: {
    type: 'counter',
    labels: ['kind', 'outcome'],
    help: 'Attempts of jobs that this node ran, by how they ended.',
    look: '`retry` are attempts that failed and are made again, `dead` are new dead letters.',
  },
  waybill_job_duration_seconds: {
    type: 'histogram',
    labels: ['kind'],
    help: 'Time that an attempt of a job took.',
    look: 'How long operations and destinations take when they are called from the queue.',
  },
  waybill_second_opinions_total: {
    type: 'counter',
    labels: ['outcome'],
    help: 'Elements on which the second opinion differs from this node, by what the node did with them.',
    look: 'Anything but 0 is worth a report.',
  },
  waybill_breaker_open: {
    type: 'gauge',
    labels: ['destination', 'to'],
    help: '1 while the circuit breaker of a destination of the configuration is open, 0 while it is closed. `to` is the address, where it has several.',
    look: '1 at every address: the partner is down, and messages to it wait.',
  },
  waybill_queue_up: {
    type: 'gauge',
    labels: [],
    help: '1 if the queue reported its numbers for this scrape or up to five seconds before, 0 if it did not.',
    look: 'While it is 0, the other metrics of the queue are absent.',
  },
  waybill_queue_jobs: {
    type: 'gauge',
    labels: ['state'],
    help: 'Jobs in the queue, of all nodes that share it.',
    look: '`waiting` and `delayed` are the backlog, `dead` the dead letters that somebody has to look at.',
  },
  waybill_queue_oldest_seconds: {
    type: 'gauge',
    labels: [],
    help: 'Age of the oldest job that waits and never was suspended, 0 if none does.',
    look: 'It grows: workers are too few, down or paused.',
  },
  waybill_queue_oldest_undelivered_seconds: {
    type: 'gauge',
    labels: [],
    help: 'Time since the oldest message was accepted that waits, is delayed or runs, 0 if there is none.',
    look: 'It grows: a partner is down, or workers are.',
  },
  waybill_queue_paused: {
    type: 'gauge',
    labels: [],
    help: '1 while the queue is paused: messages are accepted, and no jobs are run.',
    look: 'Forgotten after maintenance: `waybill queue resume`.',
  },
  waybill_journal_entries: {
    type: 'gauge',
    labels: [],
    help: 'Events in the journal; absent without one, or if it cannot be asked.',
    look: 'How much of the past can be looked at.',
  },
  waybill_journal_bytes: {
    type: 'gauge',
    labels: [],
    help: 'Bytes that the journal takes.',
    look: 'It stays below `journal.maxBytes`.',
  },
  waybill_journal_lost_total: {
    type: 'counter',
    labels: [],
    help: 'Events that this node could not keep in the journal.',
    look: 'It grows: the store of the journal is full or cannot be reached.',
  },
  waybill_problem: {
    type: 'gauge',
    labels: ['name', 'severity', 'subject'],
    help: 'Problems that the node has now, by name and by whom or what they concern; absent where there is none.',
    look: 'The section of `docs/incidents.md` with the same name.',
  },
  waybill_certificate_end_timestamp_seconds: {
    type: 'gauge',
    labels: ['file', 'number', 'subject'],
    help: 'When each certificate of the configuration ends, in seconds since 1970, by its file and its number in it.',
    look: 'Days that are left: `(waybill_certificate_end_timestamp_seconds - time()) / 86400`.',
  },
  waybill_disk_free_bytes: {
    type: 'gauge',
    labels: ['folder'],
    help: 'Bytes that the node may still write to the disk of a folder: `state`, `attachments` or `evidence`.',
    look: 'Far above `queue.minFree`.',
  },
  waybill_disk_size_bytes: {
    type: 'gauge',
    labels: ['folder'],
    help: 'Size of the disk of a folder.',
    look: 'What `waybill_disk_free_bytes` is compared with.',
  },
  waybill_spool_bytes: {
    type: 'gauge',
    labels: [],
    help: 'Bytes on disk for attachments of messages that are being processed.',
    look: 'Close to `attachments.maxOnDisk`, senders of files get a temporary error.',
  },
  waybill_event_loop_delay_seconds: {
    type: 'gauge',
    labels: ['statistic'],
    help: 'How much later than asked for the event loop came round, since the last scrape.',
    look: '`p99` above 0.1: something holds the node up.',
  },
  waybill_build_info: {
    type: 'gauge',
    labels: ['version', 'nodejs', 'role'],
    help: 'Always 1; its labels say what runs.',
    look: 'Which nodes have the new version.',
  },
  process_cpu_seconds_total: {
    type: 'counter',
    labels: [],
    help: 'Processor time of the process, all threads.',
    look: 'Its rate is the number of processors in use.',
  },
  process_resident_memory_bytes: {
    type: 'gauge',
    labels: [],
    help: 'Memory of the process.',
    look: 'It is flat over days.',
  },
  process_start_time_seconds: {
    type: 'gauge',
    labels: [],
    help: 'When the process started, in seconds since 1970.',
    look: 'Whether a node starts again and again.',
  },
  process_open_fds: {
    type: 'gauge',
    labels: [],
    help: 'Open files and sockets; absent where the system does not report it.',
    look: 'Far from `process_max_fds`.',
  },
  process_max_fds: {
    type: 'gauge',
    labels: [],
    help: 'Files and sockets that may be open; absent where the system does not report it.',
    look: '`LimitNOFILE` of the unit.',
  },
  nodejs_heap_size_used_bytes: {
    type: 'gauge',
    labels: [],
    help: 'Memory of the JavaScript heap that is in use.',
    look: 'It goes up and down, and does not climb over days.',
  },
  nodejs_heap_size_total_bytes: {
    type: 'gauge',
    labels: [],
    help: 'Memory of the JavaScript heap.',
    look: 'As above.',
  },
  nodejs_external_memory_bytes: {
    type: 'gauge',
    labels: [],
    help: 'Memory of buffers and other objects outside of the JavaScript heap.',
    look: 'As above.',
  },
} as const satisfies Readonly<Record<string, Description>>

export type MetricName = keyof typeof METRICS
