import { Button, Input, type InputRef } from 'antd'
import { useId, useRef, useState, type SyntheticEvent } from 'react'
import { notify } from '../../shared/feedback/notify.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import classes from './topup-page.module.css'

interface Props {
  readonly isBusy: boolean
  readonly onRedeem: (code: string, onAccepted: () => void) => void
}

export const RedeemForm = ({ isBusy, onRedeem }: Props) => {
  const t = useText()
  const id = useId()
  const field = useRef<InputRef>(null)
  const [code, setCode] = useState('')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (code.trim() === '') {
      notify.warning(t('topup.empty'))
      field.current?.focus()
      return
    }
    onRedeem(code.trim(), () => setCode(''))
  }
  const paste = () => {
    const clipboard: Clipboard | undefined = navigator.clipboard
    const read = clipboard === undefined ? Promise.resolve(undefined) : clipboard.readText().catch(() => undefined)
    void read.then((text) => {
      if (text === undefined) notify.warning(t('topup.pasteBlocked'))
      else setCode(text.trim())
      field.current?.focus()
    })
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <label htmlFor={id}>{t('topup.code')}</label>
      <div className={classes.row}>
        <Input
          ref={field}
          id={id}
          className={classes.code ?? ''}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          placeholder={t('topup.codePlaceholder')}
          autoComplete="off"
          spellCheck={false}
          data-testid="field-code"
        />
        <Button onClick={paste} data-testid="btn-paste">
          {t('topup.paste')}
        </Button>
        <Button type="primary" htmlType="submit" loading={isBusy} data-testid="btn-redeem">
          {t('topup.redeem')}
        </Button>
      </div>
    </form>
  )
}
