import { activateTotp } from '@weir/contract/sign-in/second-factor'
import { Input, Modal, QRCode } from 'antd'
import { useId, useState } from 'react'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { CopyField } from '../../../shared/clipboard/copy-field.tsx'
import { useText } from '../../../shared/i18n/use-text.ts'
import layout from '../layout/settings.module.css'
import classes from './security.module.css'

export interface TotpOffer {
  readonly secret: string
  readonly uri: string
}

interface Props {
  readonly offer: TotpOffer
  readonly onClose: () => void
  readonly onActive: (recoveryCodes: readonly string[]) => void
}

const testId = (name: string) => ({ 'data-testid': name })

export const TotpDialog = ({ offer, onClose, onActive }: Props) => {
  const t = useText()
  const id = useId()
  const [code, setCode] = useState('')
  const activate = useAction(activateTotp, { success: 'factor.activated', onDone: onActive })
  const submit = () => {
    if (code.trim() !== '') activate.mutate({ body: { code } }, { onError: () => setCode('') })
  }
  return (
    <Modal
      open
      centered
      width={416}
      title={t('factor.setUp')}
      okText={t('factor.activate')}
      confirmLoading={activate.isPending}
      okButtonProps={testId('btn-totp-activate')}
      onOk={submit}
      onCancel={onClose}
    >
      <div className={classes.offer}>
        <p>{t('factor.scan')}</p>
        <QRCode
          className={classes.picture ?? ''}
          value={offer.uri}
          aria-label={t('factor.picture')}
          size={184}
          color="#000"
          bgColor="#fff"
        />
        <CopyField name="totp_secret" label={t('factor.secret')} value={offer.secret} />
        <div className={layout.field}>
          <label htmlFor={id}>{t('factor.code')}</label>
          <Input
            id={id}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            onPressEnter={submit}
            autoComplete="one-time-code"
            inputMode="numeric"
            data-testid="field-totp_code"
          />
        </div>
      </div>
    </Modal>
  )
}
