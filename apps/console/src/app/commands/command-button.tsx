import { Button } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { withTexts } from '../../shared/i18n/language.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useShortcuts } from '../../shared/navigation/use-shortcuts.ts'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import { deferred } from '../../shared/ui/page/deferred.tsx'

const CommandBox = deferred(async () => (await withTexts('command', import('./command-box.tsx'))).CommandBox)

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
/** A name for the list of keys; no single key is called so. */
const COMMAND_KEY = isMac ? '⌘ K' : 'Ctrl K'

const isCommandKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (isMac ? metaKey : ctrlKey) && !altKey && !shiftKey

/** Opens the box by key, also while something is being typed, and by hand. Its code comes when it is first opened. */
export const CommandButton = () => {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  useShortcuts(useMemo(() => [{ key: COMMAND_KEY, label: 'keys.commands', run: () => setIsOpen(true) }] as const, []))
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isCommandKey(event)) return
      // The browser would go to its own search.
      event.preventDefault()
      // A dialog asks for an answer first; the box itself is closed by its key.
      if (document.querySelector('[role="dialog"]') === null) setIsOpen(true)
      else setIsOpen(false)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <Button
        type="text"
        icon={<Icon name="search" size={20} />}
        aria-label={t('command.open')}
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        title={`${t('command.open')} (${COMMAND_KEY})`}
        onClick={() => setIsOpen(true)}
        data-testid="btn-commands"
      />
      {isOpen && <CommandBox onClose={() => setIsOpen(false)} />}
    </>
  )
}
