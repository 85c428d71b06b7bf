/** An acknowledged message has an end: it ran, or somebody was told that it will not. */
import type { Breach, Promised } from './history.js'

export const ended: Promised = ({ sent, ran, arrived, reports }) =>
  sent
    .filter(({ heard }) => heard.kind === 'taken')
    .flatMap(({ of, key, token, heard }): readonly Breach[] => {
      if (ran.some((one) => one.token === token)) return []
      if (arrived.some((one) => one.key === key)) return []
      const id = `urn:example:message:${key}`
      const events = reports.flatMap(({ log }) => log).filter(({ messageId }) => messageId === id)
      // Nobody may be told, as where no answer is wanted: then the node itself tells.
      const failed = events.some(
        ({ event, outcome }) =>
          outcome === 'fault' || outcome === 'refused' || (event === 'job' && outcome === 'dead'),
      )
      return failed ? [] : [{ of, how: `${token} was acknowledged and has no end: ${heard.text}` }]
    })
