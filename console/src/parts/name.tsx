/** A name in Clark notation: its local part, with its namespace beside it, quietly. */
import { localPart, namespacePart } from '../pure/text.js'

export function Name({ of: name }: { readonly of: string | undefined }) {
  if (name === undefined || name === '') return <span class="quiet">–</span>
  const namespace = namespacePart(name)
  return (
    <span class="name" title={name}>
      {localPart(name)}
      {namespace !== '' && <span class="namespace"> {namespace}</span>}
    </span>
  )
}
