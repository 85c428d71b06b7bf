/** The search of a page: what each field asks for stands in the URL, so that a link shows the same to another. */
import type { ComponentChildren } from 'preact'
import { refine, shownLocation } from '../base/location.js'
import { Choice, type ChoiceLooks, Field, type FieldLooks } from './field.js'

export function Search({ children }: { readonly children: ComponentChildren }) {
  return <search class="search">{children}</search>
}

interface Named {
  /** Its name in the URL. */
  readonly name: string
}

export function QueryField({ name, ...looks }: Named & FieldLooks) {
  return <Field {...looks} {...heldBy(name)} />
}

export function QueryChoice({ name, ...looks }: Named & ChoiceLooks) {
  return <Choice {...looks} {...heldBy(name)} />
}

function heldBy(name: string) {
  const { query } = shownLocation.value
  return {
    value: query[name] ?? '',
    onChange: (text: string) => refine({ ...query, [name]: text }),
  }
}
