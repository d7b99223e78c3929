import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import type { PlainKey } from '../../../shared/i18n/translate.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { ServerText } from '../../../shared/ui/html/server-text.tsx'
import { placeOf } from '../layout/setting-index.tsx'
import classes from '../layout/settings.module.css'
import { useUnsavedSection } from '../layout/unsaved-sections.ts'
import type { Stored } from './option-changes.ts'
import { useSaveOptions } from './use-options.ts'

interface Props {
  readonly option: 'Notice' | 'SystemName' | 'Theme' | 'Logo' | 'HomePageContent' | 'About' | 'Footer'
  readonly kind?: 'line' | 'markdown'
  readonly help?: PlainKey
  readonly stored: Stored
}

/** One option of the appearance with a save button of its own. */
export const TextOption = ({ option, kind = 'line', help, stored }: Props) => {
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [isPreview, setIsPreview] = useState(false)
  const value = typed ?? stored(option)
  const isChanged = value !== stored(option)
  useUnsavedSection(isChanged)
  const label = t(`option.${option}`)
  const save = useSaveOptions(label)
  const hooks = {
    id,
    value,
    onChange: (event: { readonly target: { readonly value: string } }) => setTyped(event.target.value),
    'aria-describedby': `${id}-help`,
    'data-testid': `field-${option}`,
  }
  return (
    <section id={placeOf(`option.${option}`)} className={classes.section}>
      <div className={classes.field}>
        <label htmlFor={id}>{label}</label>
        {kind === 'line' ? <Input {...hooks} /> : <Input.TextArea {...hooks} autoSize={{ minRows: 4, maxRows: 16 }} />}
        {help !== undefined && (
          <p id={`${id}-help`} className={classes.hint}>
            {t(help)}
          </p>
        )}
      </div>
      {isPreview && (
        <div className={classes.preview}>
          <ServerText text={value} title={label} />
        </div>
      )}
      <div className={classes.buttons}>
        <Button
          type={isChanged ? 'primary' : 'default'}
          loading={save.isPending}
          onClick={() => save.mutate([{ key: option, value }], { onSuccess: () => setTyped(undefined) })}
          data-testid={`btn-save-${option}`}
        >
          {t('setting.save', { section: label })}
        </Button>
        {kind === 'markdown' && (
          <Button onClick={() => setIsPreview(!isPreview)} aria-expanded={isPreview} data-testid={`btn-preview-${option}`}>
            {t(isPreview ? 'option.hidePreview' : 'option.preview')}
          </Button>
        )}
      </div>
    </section>
  )
}
