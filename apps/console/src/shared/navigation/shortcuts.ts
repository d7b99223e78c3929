import { useEffect } from 'react'
import { createObservable } from '../browser/observable.ts'
import { useObservable } from '../browser/use-observable.ts'
import type { MessageKey } from '../i18n/translate.ts'

export interface Shortcut {
  readonly key: string
  readonly label: Extract<MessageKey, `keys.${string}`>
  readonly run: () => void
}

const active = createObservable<readonly Shortcut[]>([])

export const useActiveShortcuts = (): readonly Shortcut[] => useObservable(active)

/** Pass a memoised list: the shortcuts hold while the component is on the screen. */
export const useShortcuts = (shortcuts: readonly Shortcut[]): void => {
  useEffect(() => {
    active.set([...active.get(), ...shortcuts])
    return () => active.set(active.get().filter((shortcut) => !shortcuts.includes(shortcut)))
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
      const shortcut = shortcutFor(active.get(), event)
      if (shortcut === undefined) return
      event.preventDefault()
      shortcut.run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
