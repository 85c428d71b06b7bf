/** Fields of events that are another's in nearly each of them: ids, and what is measured. */
export const OWN_FIELDS: ReadonlySet<string> = new Set([
  'exchange',
  'traceId',
  'messageId',
  'mailId',
  'answers',
  'job',
  'bytes',
  'answerLength',
  'ms',
])
