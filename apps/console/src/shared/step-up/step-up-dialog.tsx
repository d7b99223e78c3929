import type { DataOf } from '@weir/contract/endpoint'
import { getFactors, showFactor } from '@weir/contract/sign-in/second-factor'
import { Button, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useAction, useEndpoint } from '../api/use-endpoint.ts'
import { useText } from '../i18n/use-text.ts'
import { supportsPasskeys } from '../passkeys/supports-passkeys.ts'
import { usePasskey } from '../passkeys/use-passkey.ts'
import classes from './step-up-dialog.module.css'

const testId = (name: string) => ({ 'data-testid': name })

const PasskeyButton = ({ onDone }: { readonly onDone: () => void }) => {
  const t = useText()
  const show = usePasskey(({ showOwnPasskey }) => showOwnPasskey, onDone)
  return (
    <Button block loading={show.isPending} onClick={() => show.mutate()} data-testid="btn-identity-passkey">
      {t('passkey.use')}
    </Button>
  )
}

/** Without an app and without a password, a recovery code is left. */
const waysOf = (factors: DataOf<typeof getFactors> | undefined) => {
  const { totp = false, passkeys = 0, recovery_codes = 0, has_password = true } = factors ?? {}
  const hasCodes = totp || recovery_codes > 0
  return {
    hasBoth: hasCodes && has_password,
    prefersPassword: !totp && (has_password || !hasCodes),
    hasPasskeys: supportsPasskeys() && passkeys > 0,
  }
}

/** A code where there is an app, the password otherwise; who has both may choose. A passkey is offered beside them. */
export const StepUpDialog = ({ onAnswer }: { readonly onAnswer: (isConfirmed: boolean) => void }) => {
  const t = useText()
  const id = useId()
  const { data: factors, isError } = useEndpoint(getFactors, {}, { isFresh: true })
  const [isSwitched, setIsSwitched] = useState(false)
  const [text, setText] = useState('')
  const show = useAction(showFactor, { success: false, onDone: () => onAnswer(true) })
  const { hasBoth, prefersPassword, hasPasskeys } = waysOf(factors ?? undefined)
  const usesPassword = hasBoth && isSwitched ? !prefersPassword : prefersPassword
  const submit = () => {
    if (text.trim() !== '') show.mutate({ body: usesPassword ? { password: text } : { code: text } }, { onError: () => setText('') })
  }
  const switchWay = () => {
    setIsSwitched(!isSwitched)
    setText('')
  }
  const field = {
    id,
    value: text,
    onChange: (event: { readonly target: { readonly value: string } }) => setText(event.target.value),
    onPressEnter: submit,
    autoFocus: true,
    'data-testid': 'field-identity',
  }
  return (
    <Modal
      // Who cannot be told which ways there are is asked for the password: a call waits for the answer.
      open={factors !== undefined || isError}
      centered
      width={416}
      title={t('identity.title')}
      okText={t('identity.ok')}
      confirmLoading={show.isPending}
      okButtonProps={testId('btn-identity')}
      onOk={submit}
      onCancel={() => onAnswer(false)}
    >
      <div className={classes.body}>
        <p>{t('identity.hint')}</p>
        {hasPasskeys && <PasskeyButton onDone={() => onAnswer(true)} />}
        <div className={classes.field}>
          <label htmlFor={id}>{t(usesPassword ? 'identity.password' : 'factor.code')}</label>
          {usesPassword ? (
            <Input.Password {...field} autoComplete="current-password" />
          ) : (
            <Input {...field} autoComplete="one-time-code" placeholder={t('factor.codeHint')} />
          )}
        </div>
        {hasBoth && (
          <Button type="link" className={classes.other ?? ''} onClick={switchWay} data-testid="btn-identity-other">
            {t(usesPassword ? 'identity.useCode' : 'identity.usePassword')}
          </Button>
        )}
      </div>
    </Modal>
  )
}
