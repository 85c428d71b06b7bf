/** Opens the journal of a node with the secret of its business keys, in the bounds of its counts. */
import type { KeySecrets } from '../store/journal/keys/secrets.js'
import { openJournal } from '../store/journal/open.js'
import type { Basis } from './basis.js'
import type { NodeBounds } from './bounds.js'

export const openJournalBy =
  ({ config, log }: Pick<Basis, 'config' | 'log'>) =>
  ({ minutes }: NodeBounds['journal'], secrets: KeySecrets) =>
    openJournal(config, log, minutes, secrets)
