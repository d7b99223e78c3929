import { getFactors, showFactor } from '@weir/contract/second-factor'
import { Button, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useAction, useEndpoint } from '../api/use-endpoint.ts'
import { useText } from '../i18n/use-text.ts'
import classes from './step-up-dialog.module.css'

const testId = (name: string) => ({ 'data-testid': name })

/** A code where there is an app, the password otherwise; who has both may choose. */
export const StepUpDialog = ({ onAnswer }: { readonly onAnswer: (isConfirmed: boolean) => void }) => {
  const t = useText()
  const id = useId()
  const { data: factors } = useEndpoint(getFactors, {}, { isFresh: true })
  const [wantsPassword, setWantsPassword] = useState(false)
  const [text, setText] = useState('')
  const show = useAction(showFactor, { success: false, onDone: () => onAnswer(true) })
  const hasBoth = factors?.totp === true && factors.has_password
  const usesPassword = factors?.totp !== true || wantsPassword
  const submit = () => {
    if (text.trim() !== '') show.mutate({ body: usesPassword ? { password: text } : { code: text } }, { onError: () => setText('') })
  }
  const switchWay = () => {
    setWantsPassword(!usesPassword)
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
      open={factors !== undefined}
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
