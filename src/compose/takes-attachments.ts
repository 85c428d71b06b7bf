/** Tells whether a node has to keep attachments: one that cannot is not ready then. */
import type { LoadedPlugin } from '../path/plugins/loaded.js'

/** True if messages of an operation have attachments: by its contract (WSDL 1.1 §5), or as it says itself (MTOM). */
export function takesAttachments(plugins: readonly LoadedPlugin[]): boolean {
  return plugins.some(({ definition: { operations = [] }, contract }) => {
    const messages = (contract?.operations ?? []).flatMap(({ request, response }) =>
      response ? [request, response] : [request],
    )
    return (
      operations.some(({ mtom }) => mtom === true) ||
      messages.some(({ attachments }) => attachments.length > 0)
    )
  })
}
