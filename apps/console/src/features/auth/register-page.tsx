import { register } from '@weir/contract/account'
import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useAction } from '../../shared/api/use-endpoint.ts'
import { useHumanCheck } from '../../shared/human-check/use-human-check.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { authPaths } from '../../shared/navigation/paths.ts'
import { authSession } from '../../shared/session/auth-session.ts'
import { AuthLayout } from './auth-layout.tsx'
import classes from './login-page.module.css'
import { RegisterForm } from './register-form.tsx'
import type { RegistrationValues } from './registration.ts'

export const RegisterPage = () => {
  const t = useText()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const check = useHumanCheck()
  const invitation = params.get('aff') ?? ''
  usePageTitle(t('register.title'))
  useEffect(() => {
    if (invitation !== '') authSession.setReferralCode(invitation)
  }, [invitation])
  const create = useAction(register, {
    success: 'register.done',
    onDone: () => {
      authSession.setReferralCode('')
      void navigate(authPaths.login)
    },
  })
  const submit = (values: RegistrationValues) => {
    const turnstile = check.take()
    if (turnstile === undefined) return
    const body = { ...values, aff_code: invitation || authSession.referralCode() }
    create.mutate({ query: { turnstile }, body }, { onError: check.renew })
  }
  return (
    <AuthLayout>
      <h1 className={classes.title}>{t('register.title')}</h1>
      <RegisterForm check={check} isBusy={create.isPending} onSubmit={submit} />
      <div className={classes.links}>
        <span>
          {t('register.haveAccount')} <Link to={authPaths.login}>{t('register.toLogin')}</Link>
        </span>
      </div>
    </AuthLayout>
  )
}
