const DIALOG = '[role="dialog"]'

/**
 * A dialog that is taken away while it has the focus would leave it nowhere, and who works by keys would begin at the top of the page again:
 * what had it before the dialog gets it back.
 */
export const returnFocus = (): void => {
  let before: HTMLElement | undefined
  let isInDialog = false
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    isInDialog = target.closest(DIALOG) !== null
    if (!isInDialog) before = target
  })
  const observer = new MutationObserver(() => {
    if (isInDialog && document.activeElement === document.body && document.querySelector(DIALOG) === null) before?.focus()
  })
  // Dialogs stand beside the page.
  observer.observe(document.body, { childList: true })
}
