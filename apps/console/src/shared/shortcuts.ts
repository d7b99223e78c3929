import { useEffect, useSyncExternalStore } from 'react'
import type { MessageKey } from './i18n/translate.ts'

export interface Shortcut {
  readonly key: string
  readonly label: Extract<MessageKey, `keys.${string}`>
  readonly run: () => void
}

let active: readonly Shortcut[] = []
const listeners = new Set<() => void>()

const setActive = (next: readonly Shortcut[]) => {
  active = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useActiveShortcuts = (): readonly Shortcut[] => useSyncExternalStore(subscribe, () => active)

/** Pass a memoised list: the shortcuts hold while the component is on the screen. */
export const useShortcuts = (shortcuts: readonly Shortcut[]): void => {
  useEffect(() => {
    setActive([...active, ...shortcuts])
    return () => setActive(active.filter((shortcut) => !shortcuts.includes(shortcut)))
  }, [shortcuts])
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

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="combobox"], [role="dialog"]') !== null)

/** Mounted once by the shell. */
export const useShortcutKeys = (): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target) || document.querySelector('[role="dialog"]') !== null) return
      const shortcut = shortcutFor(active, event)
      if (shortcut === undefined) return
      event.preventDefault()
      shortcut.run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
