import { PASSKEY_NAME_LENGTH } from '@weir/contract/sign-in/passkey'
import { Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import layout from '../layout/settings.module.css'
import classes from './security.module.css'

interface Props {
  readonly title: string
  readonly hint?: string
  readonly okText: string
  readonly name: string
  readonly isBusy: boolean
  readonly onName: (name: string) => void
  readonly onClose: () => void
}

const testId = (name: string) => ({ 'data-testid': name })

/** Asks for the name of a passkey, new or old. */
export const PasskeyDialog = ({ title, hint, okText, name: first, isBusy, onName, onClose }: Props) => {
  const t = useText()
  const id = useId()
  const [name, setName] = useState(first)
  const submit = () => {
    if (name.trim() !== '' && !isBusy) onName(name.trim())
  }
  return (
    <Modal
      open
      centered
      width={416}
      title={title}
      okText={okText}
      confirmLoading={isBusy}
      okButtonProps={testId('btn-passkey-name')}
      onOk={submit}
      onCancel={onClose}
    >
      <div className={classes.offer}>
        {hint !== undefined && <p>{hint}</p>}
        <div className={layout.field}>
          <label htmlFor={id}>{t('passkey.name')}</label>
          <Input
            id={id}
            value={name}
            maxLength={PASSKEY_NAME_LENGTH}
            onChange={(event) => setName(event.target.value)}
            onPressEnter={submit}
            autoComplete="off"
            data-testid="field-passkey_name"
          />
        </div>
      </div>
    </Modal>
  )
}
