import { Button, Input, type InputRef } from 'antd'
import { useCallback, useEffect, useRef } from 'react'
import type { PlainKey } from '../i18n/translate.ts'
import { useText } from '../i18n/use-text.ts'
import { Icon } from '../ui/icon/icon.tsx'
import classes from './copy-field.module.css'
import { useCopy } from './use-copy.ts'

interface Props {
  readonly value: string
  readonly label: string
  readonly name: string
  /** What is shown instead of the value, for instance a masked key. */
  readonly shown?: string
  /** Copied as soon as it is shown, with this message. */
  readonly copiedAtOnce?: PlainKey
}

/** A value to take away. When the clipboard refuses, the text itself is selected. */
export const CopyField = ({ value, label, name, shown = value, copiedAtOnce }: Props) => {
  const t = useText()
  const field = useRef<InputRef>(null)
  const copy = useCopy(
    useCallback(() => field.current?.select(), []),
    'error.clipboardField',
  )
  const latestCopy = useRef(copy)
  useEffect(() => {
    latestCopy.current = copy
  }, [copy])
  useEffect(() => {
    if (copiedAtOnce !== undefined) latestCopy.current(value, copiedAtOnce)
  }, [value, copiedAtOnce])
  return (
    <div className={classes.row}>
      <Input ref={field} className={classes.value} value={shown} readOnly aria-label={label} data-testid={`field-${name}`} />
      <Button icon={<Icon name="copy" />} onClick={() => copy(value)} data-testid={`btn-copy-${name}`}>
        {t('common.copy')}
      </Button>
    </div>
  )
}
