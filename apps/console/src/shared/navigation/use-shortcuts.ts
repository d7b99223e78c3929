import { useEffect } from 'react'
import { createObservable } from '../browser/observable.ts'
import { useObservable } from '../browser/use-observable.ts'
import { shortcutFor, type Shortcut } from './shortcut-for.ts'

const active = createObservable<readonly Shortcut[]>([])

export const useActiveShortcuts = (): readonly Shortcut[] => useObservable(active)

/** Pass a memoised list: the shortcuts hold while the component is on the screen. */
export const useShortcuts = (shortcuts: readonly Shortcut[]): void => {
  useEffect(() => {
    active.set([...active.get(), ...shortcuts])
    return () => active.set(active.get().filter((shortcut) => !shortcuts.includes(shortcut)))
  }, [shortcuts])
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
