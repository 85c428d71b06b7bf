/** Which keys do what. */
import { helpOpen } from './base/keys.js'
import { Dialog } from './parts/dialog.js'

const KEYS: readonly (readonly [string, string])[] = [
  ['/', 'go to the search or filter of the page'],
  ['j, k', 'next and previous line of a list'],
  ['Enter', 'open the line'],
  ['Esc', 'leave a field, close a dialog, go back to the list'],
  ['1 to 8', 'go to a page, in the order of the navigation'],
  ['?', 'show this'],
]

export function KeysHelp() {
  return (
    <Dialog
      open={helpOpen.value}
      title="Keys"
      onClose={() => {
        helpOpen.value = false
      }}
    >
      <dl class="facts">
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
