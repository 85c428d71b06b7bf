/** A policy that holds for a message is met, whatever way the message takes. */
import type { Promised } from './history.js'

export const policy: Promised = ({ sent, ran }) =>
  sent
    .filter(({ proven, what }) => !proven && what === 'first')
    .flatMap(({ of, token }) =>
      ran
        .filter((one) => one.token === token)
        .map(({ node }) => ({
          of,
          how: `${token} ran at ${node} without what its policy asks for`,
        })),
    )
