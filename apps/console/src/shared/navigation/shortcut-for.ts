import type { MessageKey } from '../i18n/translate.ts'

export interface Shortcut {
  readonly key: string
  readonly label: Extract<MessageKey, `keys.${string}`>
  readonly run: () => void
}

interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** The latest registration wins, so a dialog may take over a key of the page below it. */
export const shortcutFor = (shortcuts: readonly Shortcut[], press: KeyPress): Shortcut | undefined => {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined
  return shortcuts.findLast((shortcut) => shortcut.key === press.key)
}
