import { login, type SessionUser } from '@weir/contract/session'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useAction } from '../../shared/api/use-endpoint.ts'
import { offersExternalSignIn } from '../../shared/external-accounts/offered-providers.ts'
import { notify } from '../../shared/feedback/notify.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { authPaths, pathOf } from '../../shared/navigation/paths.ts'
import { useStatus, useSystemName, useUser } from '../../shared/session/use-session.ts'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import { deferred } from '../../shared/ui/page/deferred.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { isDefaultAccount } from './default-account.ts'
import { LoginForm, type Credentials } from './login-form.tsx'
import classes from './login-page.module.css'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { useEnter } from './use-enter.ts'

// Fetched beside the page, not before it, and only where it is needed: many gateways offer no other way in.
const ExternalSignIn = deferred(async () => (await import('./external-sign-in.tsx')).ExternalSignIn)

const SecondStep = deferred(async () => (await import('./second-step.tsx')).SecondStep)

const ExpiredNotice = () => {
  const t = useText()
  useEffect(() => notify.error(t('login.expired')), [t])
  return (
    <p className={classes.notice} role="alert">
      <Icon name="warning" size={20} />
      {t('login.expired')}
    </p>
  )
}

const SignedInNotice = ({ user }: { readonly user: SessionUser }) => {
  const t = useText()
  return (
    <p className={classes.notice}>
      <Icon name="user" size={20} />
      <span className={classes.who}>{t('login.already', { name: user.username })}</span>
      <Link to={pathOf('token')}>{t('login.continue')}</Link>
    </p>
  )
}

const PasswordStep = () => {
  const t = useText()
  const name = useSystemName()
  const user = useUser()
  const [params] = useSearchParams()
  const enter = useEnter({ to: 'token' })
  const signIn = useAction(login, { success: false, onDone: (signedIn, { body }) => enter(signedIn, isDefaultAccount(body)) })
  const hasOtherWays = offersExternalSignIn(useStatus())
  const submit = (body: Credentials, onRefused: () => void) => signIn.mutate({ body }, { onError: onRefused })
  return (
    <>
      <h1 className={classes.title}>{t('login.welcome', { name })}</h1>
      {params.get('expired') === 'true' && <ExpiredNotice />}
      {user !== undefined && !signIn.isSuccess && <SignedInNotice user={user} />}
      <LoginForm isBusy={signIn.isPending} onSubmit={submit} />
      <PasskeySignIn onDone={(signedIn) => enter(signedIn)} />
      <div className={classes.links}>
        <span>
          {t('login.noAccount')} <Link to={authPaths.register}>{t('login.register')}</Link>
        </span>
        <Link to={authPaths.reset}>{t('login.forgot')}</Link>
      </div>
      {hasOtherWays && <ExternalSignIn />}
    </>
  )
}

export const LoginPage = () => {
  const t = useText()
  const [params] = useSearchParams()
  const enter = useEnter({ to: 'token' })
  usePageTitle(t('login.title'))
  return <AuthLayout>{params.get('step') === 'factor' ? <SecondStep onDone={(user) => enter(user)} /> : <PasswordStep />}</AuthLayout>
}
