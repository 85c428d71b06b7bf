/** A question that waits for an answer: the browser's own dialog, which keeps the focus and closes by Esc. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

export function Dialog({
  open,
  title,
  onClose,
  children,
  actions,
}: {
  readonly open: boolean
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
  readonly actions?: ComponentChildren
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal()
    if (!open && dialog.current?.open) dialog.current.close()
  }, [open])
  if (!open) return null
  return (
    <dialog ref={dialog} aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      <div class="dialog-body">{children}</div>
      <div class="actions">
        {actions}
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </dialog>
  )
}
