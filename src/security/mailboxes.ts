/** Tells whether a mail address is one of those that a rule lists, or of a domain that it lists. */

/** @param wanted  addresses, and `*@domain` for all of a domain */
export function isMailboxOf(wanted: readonly string[], mailbox: string | undefined): boolean {
  if (mailbox === undefined) return false
  const all = `*@${mailbox.slice(mailbox.lastIndexOf('@') + 1).toLowerCase()}`
  return wanted.some((entry) => [mailbox, all].includes(entry.toLowerCase()))
}
