import { bindEmail } from '@weir/contract/account'
import { Button, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { HumanCheckWidget } from '../../../shared/human-check/human-check-widget.tsx'
import { useHumanCheck } from '../../../shared/human-check/use-human-check.ts'
import { useMailCode } from '../../../shared/human-check/use-mail-code.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import classes from '../layout/settings.module.css'

interface Props {
  readonly onClose: () => void
  readonly onBound: () => void
}

const testId = (name: string) => ({ 'data-testid': name })

/** The address, the code that was mailed to it, done. */
export const EmailDialog = ({ onClose, onBound }: Props) => {
  const t = useText()
  const id = useId()
  const check = useHumanCheck()
  const mail = useMailCode(check)
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const bind = useAction(bindEmail, {
    success: 'personal.emailBound',
    onDone: () => {
      onBound()
      onClose()
    },
  })
  const confirm = () => {
    if (email.trim() !== '' && code.trim() !== '') bind.mutate({ query: { email: email.trim(), code: code.trim() } })
  }
  return (
    <Modal
      open
      centered
      width={416}
      title={t('personal.emailTitle')}
      okText={t('personal.emailConfirm')}
      confirmLoading={bind.isPending}
      okButtonProps={testId('btn-email-confirm')}
      onOk={confirm}
      onCancel={onClose}
    >
      <div className={classes.item}>
        <div className={classes.field}>
          <label htmlFor={`${id}-email`}>{t('register.email')}</label>
          <div className={classes.adder}>
            <Input
              id={`${id}-email`}
              type="email"
              autoComplete="email"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              data-testid="field-email"
            />
            <Button disabled={mail.left > 0} loading={mail.isSending} onClick={() => mail.send(email)} data-testid="btn-send-code">
              {mail.left > 0 ? t('register.resendIn', { seconds: mail.left }) : t('register.sendCode')}
            </Button>
          </div>
        </div>
        <HumanCheckWidget check={check} />
        <div className={classes.field}>
          <label htmlFor={`${id}-code`}>{t('register.code')}</label>
          <Input
            id={`${id}-code`}
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
            onPressEnter={confirm}
            data-testid="field-email_code"
          />
        </div>
      </div>
    </Modal>
  )
}
