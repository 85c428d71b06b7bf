/** What stands in place of buttons for an operator who may only look. */
export function MayLook() {
  return <span class="quiet end">You may look, but change nothing.</span>
}
