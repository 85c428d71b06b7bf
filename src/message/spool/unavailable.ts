/** Thrown where bytes cannot be kept now; the same bytes may fit later. */

export class SpoolUnavailable extends Error {
  /** `full` if the bound of the configuration is reached; `failed` if the system would not keep them. */
  readonly reason: 'full' | 'failed'

  constructor(reason: 'full' | 'failed', options?: ErrorOptions) {
    super(reason === 'full' ? 'attachments.maxOnDisk' : 'attachments.folder', options)
    this.name = 'SpoolUnavailable'
    this.reason = reason
  }
}
