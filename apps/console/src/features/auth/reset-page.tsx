import { requestReset } from '@weir/contract/account'
import { Button } from 'antd'
import { useState, type SyntheticEvent } from 'react'
import { Link } from 'react-router'
import { useAction } from '../../shared/api/use-endpoint.ts'
import { RESEND_SECONDS, useCountdown } from '../../shared/browser/use-countdown.ts'
import { HumanCheckWidget } from '../../shared/human-check/human-check-widget.tsx'
import { useHumanCheck } from '../../shared/human-check/use-human-check.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { authPaths } from '../../shared/navigation/paths.ts'
import { useStatus } from '../../shared/session/use-session.ts'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import { AuthField } from './auth-field.tsx'
import { AuthLayout } from './auth-layout.tsx'
import classes from './login-page.module.css'

/** Asks for a mail with a reset link. The wait starts when a request leaves, whatever comes back. */
export const ResetPage = () => {
  const t = useText()
  const check = useHumanCheck()
  const [email, setEmail] = useState('')
  const [isTried, setIsTried] = useState(false)
  // Unknown of an older server: then it is tried.
  const canMail = useStatus()?.mail_enabled !== false
  const { left, start } = useCountdown(RESEND_SECONDS)
  const ask = useAction(requestReset, {
    success: 'reset.sent',
    onDone: () => {
      setEmail('')
      setIsTried(false)
    },
  })
  usePageTitle(t('reset.title'))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!canMail || email.trim() === '' || left > 0 || ask.isPending) return
    const turnstile = check.take()
    if (turnstile === undefined) return
    start()
    ask.mutate({ query: { email: email.trim(), turnstile } }, { onSettled: check.renew })
  }
  return (
    <AuthLayout>
      <h1 className={classes.title}>{t('reset.title')}</h1>
      {canMail ? (
        <p className={classes.lead}>{t('reset.hint')}</p>
      ) : (
        <p className={classes.notice} role="note" data-testid="no-mail">
          <Icon name="info" size={20} />
          {t('reset.noMail')}
        </p>
      )}
      <form className={classes.form} onSubmit={submit} noValidate>
        <AuthField
          name="email"
          label={t('reset.email')}
          autoComplete="email"
          value={email}
          onChange={setEmail}
          error={isTried && email.trim() === '' ? t('reset.emailRequired') : undefined}
        />
        <HumanCheckWidget check={check} />
        <Button type="primary" size="large" htmlType="submit" block disabled={left > 0 || !canMail} data-testid="btn-reset">
          {left > 0 ? t('reset.wait', { seconds: left }) : t('reset.submit')}
        </Button>
      </form>
      <div className={classes.links}>
        <Link to={authPaths.login}>{t('reset.backToLogin')}</Link>
      </div>
    </AuthLayout>
  )
}
