/** Ends a connection by a reset, as the other side of a broken network sees it. */
import type { Socket } from 'node:net'

/**
 * A socket that is about to end already is destroyed: Node.js would refuse its reset (EINVAL), keep the handle for ever
 * and turn in circles at the end of the process.
 */
export function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy()
  else socket.resetAndDestroy()
}
