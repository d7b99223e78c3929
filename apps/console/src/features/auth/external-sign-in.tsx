import { wechatLogin } from '@weir/contract/account'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../shared/api/use-endpoint.ts'
import { offeredProviders, offersWechat } from '../../shared/external-accounts/offered-providers.ts'
import { useProviderWindow } from '../../shared/external-accounts/use-provider-window.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useStatus } from '../../shared/session/use-session.ts'
import { deferred } from '../../shared/ui/page/deferred.tsx'
import classes from './login-page.module.css'
import { useEnter } from './use-enter.ts'

// The dialog comes when it is asked for: the first page of a visit stays small.
const WechatDialog = deferred(async () => (await import('../../shared/external-accounts/wechat-dialog.tsx')).WechatDialog)

const WechatSignIn = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText()
  const enter = useEnter({ to: 'home' })
  const signIn = useAction(wechatLogin, {
    success: false,
    onDone: (user) => {
      onClose()
      enter(user)
    },
  })
  return (
    <WechatDialog
      title={t('wechat.loginTitle')}
      okText={t('wechat.login')}
      isBusy={signIn.isPending}
      onCode={(code) => signIn.mutate({ query: { code } })}
      onClose={onClose}
    />
  )
}

/** The ways in that the operator has turned on. */
export const ExternalSignIn = () => {
  const t = useText()
  const status = useStatus()
  const { open, isOpening } = useProviderWindow()
  const [isWechatOpen, setIsWechatOpen] = useState(false)
  return (
    <>
      <p className={classes.or}>{t('login.or')}</p>
      <div className={classes.ways}>
        {offeredProviders(status).map((provider) => (
          <Button key={provider} size="large" block disabled={isOpening} onClick={() => open(provider)} data-testid={`btn-${provider}`}>
            {t('external.with', { provider: t(`external.${provider}`) })}
          </Button>
        ))}
        {offersWechat(status) && (
          <Button size="large" block onClick={() => setIsWechatOpen(true)} data-testid="btn-wechat">
            {t('external.with', { provider: t('external.wechat') })}
          </Button>
        )}
      </div>
      {isWechatOpen && <WechatSignIn onClose={() => setIsWechatOpen(false)} />}
    </>
  )
}
