import { Input, Modal, type InputRef } from 'antd'
import { useId, useRef, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { useStatus } from '../session/use-session.ts'
import classes from './wechat-dialog.module.css'

interface Props {
  readonly title: string
  readonly okText: string
  readonly isBusy: boolean
  readonly onCode: (code: string) => void
  readonly onClose: () => void
}

const testId = (name: string) => ({ 'data-testid': name })

/** Follow the account, ask it for a code, type the code here. */
export const WechatDialog = ({ title, okText, isBusy, onCode, onClose }: Props) => {
  const t = useText()
  const qrcode = useStatus()?.wechat_qrcode ?? ''
  const id = useId()
  const field = useRef<InputRef>(null)
  const [code, setCode] = useState('')
  const [isTried, setIsTried] = useState(false)
  const isMissing = isTried && code.trim() === ''
  const confirm = () => {
    setIsTried(true)
    if (code.trim() !== '') onCode(code.trim())
  }
  return (
    <Modal
      open
      centered
      width={416}
      title={title}
      okText={okText}
      confirmLoading={isBusy}
      okButtonProps={testId('btn-wechat-confirm')}
      onOk={confirm}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
    >
      <div className={classes.body}>
        {qrcode !== '' && <img className={classes.qrcode} src={qrcode} alt={t('wechat.qrcode')} data-testid="wechat-qrcode" />}
        <p className={classes.steps}>{t('wechat.steps')}</p>
        <label className={classes.label} htmlFor={id}>
          {t('wechat.code')}
        </label>
        <Input
          id={id}
          ref={field}
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          onPressEnter={confirm}
          aria-invalid={isMissing}
          aria-describedby={`${id}-message`}
          {...(isMissing ? { status: 'error' as const } : {})}
          data-testid="field-wechat_code"
        />
        <p id={`${id}-message`} className={classes.note}>
          {isMissing && t('wechat.codeRequired')}
        </p>
      </div>
    </Modal>
  )
}
