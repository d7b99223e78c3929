import { Modal } from 'antd'
import { useMemo, useState } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { useActiveShortcuts, useShortcuts } from '../../shared/navigation/use-shortcuts.ts'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import classes from './shortcut-help.module.css'

const HELP_KEY = '?'

/** The same as the key, for those who do not know it yet. */
export const ShortcutButton = ({ className }: { readonly className: string | undefined }) => {
  const t = useText()
  const help = useActiveShortcuts().find(({ key }) => key === HELP_KEY)
  return (
    <button
      type="button"
      className={className}
      aria-label={t('keys.title')}
      title={`${t('keys.title')} (${HELP_KEY})`}
      onClick={help?.run}
      data-testid="btn-shortcuts"
    >
      <Icon name="keyboard" />
    </button>
  )
}

/** `?` lists the keys that work on the current page. */
export const ShortcutHelp = () => {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const shortcuts = useActiveShortcuts()
  useShortcuts(useMemo(() => [{ key: HELP_KEY, label: 'keys.help', run: () => setIsOpen(true) }] as const, []))
  const close = () => setIsOpen(false)
  return (
    <Modal open={isOpen} onCancel={close} footer={null} title={t('keys.title')} width={416} centered>
      <dl className={classes.keys}>
        {[...shortcuts, { key: 'Esc', label: 'keys.close' } as const].map(({ key, label }) => (
          <div key={key} className={classes.row}>
            <dt>
              <kbd className={classes.key}>{key}</kbd>
            </dt>
            <dd>{t(label)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
