import { useQueryClient } from '@tanstack/react-query'
import { bindWechat } from '@weir/contract/account'
import { getSelf } from '@weir/contract/user'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction, useEndpoint } from '../../../shared/api/use-endpoint.ts'
import { offeredProviders, offersWechat } from '../../../shared/external-accounts/offered-providers.ts'
import { useProviderWindow } from '../../../shared/external-accounts/use-provider-window.ts'
import { WechatDialog } from '../../../shared/external-accounts/wechat-dialog.tsx'
import { useText } from '../../../shared/i18n/use-text.ts'
import { useStatus } from '../../../shared/session/use-session.ts'
import { SettingRow, SettingSection } from '../layout/setting-section.tsx'
import { EmailDialog } from './email-dialog.tsx'

interface BindingProps {
  readonly name: string
  readonly label: string
  readonly account: string
  readonly isBusy?: boolean
  readonly onBind: () => void
}

const Binding = ({ name, label, account, isBusy = false, onBind }: BindingProps) => {
  const t = useText()
  const button = (
    <Button disabled={isBusy} onClick={onBind} data-testid={`btn-bind-${name}`}>
      {t(account === '' ? 'personal.bind' : 'personal.rebind', { provider: label })}
    </Button>
  )
  return <SettingRow title={label} hint={account === '' ? t('profile.notBound') : t('personal.boundTo', { account })} action={button} />
}

const WechatBinding = ({ onClose, onBound }: { readonly onClose: () => void; readonly onBound: () => void }) => {
  const t = useText()
  const bind = useAction(bindWechat, {
    success: 'wechat.bound',
    onDone: () => {
      onBound()
      onClose()
    },
  })
  return (
    <WechatDialog
      title={t('wechat.bindTitle')}
      okText={t('wechat.bind')}
      isBusy={bind.isPending}
      onCode={(code) => bind.mutate({ query: { code } })}
      onClose={onClose}
    />
  )
}

/** What is linked to the account already, and what can be. */
export const Bindings = () => {
  const t = useText()
  const status = useStatus()
  const client = useQueryClient()
  const { data: self } = useEndpoint(getSelf, {})
  const { open, isOpening } = useProviderWindow()
  const [dialog, setDialog] = useState<'wechat' | 'email'>()
  const close = () => setDialog(undefined)
  const refresh = () => void client.invalidateQueries({ queryKey: [getSelf.path] })
  return (
    <SettingSection name="bindings" title={t('personal.bindings')}>
      {offersWechat(status) && (
        <Binding name="wechat" label={t('external.wechat')} account={self?.wechat_id ?? ''} onBind={() => setDialog('wechat')} />
      )}
      {offeredProviders(status).map((provider) => (
        <Binding
          key={provider}
          name={provider}
          label={t(`external.${provider}`)}
          account={self?.[`${provider}_id`] ?? ''}
          isBusy={isOpening}
          onBind={() => open(provider)}
        />
      ))}
      <Binding name="email" label={t('personal.email')} account={self?.email ?? ''} onBind={() => setDialog('email')} />
      {dialog === 'wechat' && <WechatBinding onClose={close} onBound={refresh} />}
      {dialog === 'email' && <EmailDialog onClose={close} onBound={refresh} />}
    </SettingSection>
  )
}
