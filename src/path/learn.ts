/** Adds what a step has learnt of a message to what the steps before it have: one record, which only grows. */

/**
 * Nobody uses a step's result after the next step: a copy for each of them took a third of the processor
 * time of a short message.
 */
export function learn<Known extends object, More extends object>(
  known: Known,
  more: More,
): Known & More {
  return Object.assign(known, more)
}
