/** An honest message is served: without it, a node that refuses everything would keep all other promises. */
import type { Promised } from './history.js'

export const served: Promised = ({ sent, ran }) =>
  sent
    .filter(({ what, proven }) => what === 'first' && proven)
    .filter(({ token }) => !ran.some((one) => one.token === token))
    .map(({ of, heard }) => ({ of, how: `an honest message did not run: ${heard.text}` }))
