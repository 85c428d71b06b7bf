/** The options of `waybill call` for what goes beside the envelope. */
import { basename } from 'node:path'
import type { Command } from 'commander'
import { systemReason } from '../../base/errno.js'
import { PathBinary } from '../../message/spool/index.js'
import type { NewAttachment } from '../../plugin.js'
import { WrongUsage } from '../command/wrong-usage.js'

export interface AttachFlags {
  readonly attach: readonly string[]
  readonly mtom: boolean
}

export function withAttachOptions(command: Command): void {
  command
    .option(
      '--attach <file>',
      'file to send beside the envelope, by the name cid:FILE; may be repeated',
      (file: string, before: readonly string[]) => [...before, file],
      [],
    )
    .option('--mtom', 'send them by MTOM: an xop:Include of --body names each by cid:FILE', false)
}

/** @throws WrongUsage for a file that cannot be read */
export function besideOf({ attach, mtom }: AttachFlags) {
  const attachments = attach.map((path): NewAttachment => {
    const name = basename(path)
    try {
      const content = new PathBinary(path)
      return {
        contentType: 'application/octet-stream',
        name,
        id: encodeURIComponent(name),
        content,
      }
    } catch (error) {
      throw new WrongUsage(`${path}: expected a file to attach (${systemReason(error)})`)
    }
  })
  return { mtom, attachments }
}
