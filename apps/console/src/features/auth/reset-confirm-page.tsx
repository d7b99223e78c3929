import { confirmReset } from '@weir/contract/account'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useAction } from '../../shared/api/use-endpoint.ts'
import { CopyField } from '../../shared/clipboard/copy-field.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { authPaths } from '../../shared/navigation/paths.ts'
import { AuthField } from './auth-field.tsx'
import { AuthLayout } from './auth-layout.tsx'
import classes from './login-page.module.css'

const Incomplete = () => {
  const t = useText()
  return (
    <>
      <h1 className={classes.title}>{t('reset.incomplete')}</h1>
      <p className={classes.lead}>{t('reset.incompleteHint')}</p>
      <Link to={authPaths.reset}>{t('reset.again')}</Link>
    </>
  )
}

/** Shown once and nowhere else: not in a message, not in the storage. */
const NewPassword = ({ password }: { readonly password: string }) => {
  const t = useText()
  const navigate = useNavigate()
  return (
    <div className={classes.form}>
      <strong>{t('reset.newPassword')}</strong>
      <CopyField name="new_password" label={t('reset.newPassword')} value={password} copiedAtOnce="reset.copied" />
      <p>{t('reset.keep')}</p>
      <Button type="primary" size="large" block onClick={() => void navigate(authPaths.login)} data-testid="btn-to-login">
        {t('login.submit')}
      </Button>
    </div>
  )
}

interface MailLink {
  readonly email: string
  readonly token: string
}

const ConfirmForm = ({ email, token }: MailLink) => {
  const t = useText()
  const [password, setPassword] = useState('')
  const confirm = useAction(confirmReset, { success: false, onDone: setPassword })
  return (
    <>
      <h1 className={classes.title}>{t('reset.confirmTitle')}</h1>
      <p className={classes.lead}>{t('reset.confirmHint')}</p>
      <AuthField name="email" label={t('reset.email')} autoComplete="email" value={email} onChange={() => {}} isReadOnly />
      {password === '' ? (
        <Button
          type="primary"
          size="large"
          block
          loading={confirm.isPending}
          onClick={() => confirm.mutate({ body: { email, token } })}
          data-testid="btn-reset-confirm"
        >
          {t('reset.confirm')}
        </Button>
      ) : (
        <NewPassword password={password} />
      )}
    </>
  )
}

/** Where the link of the reset mail leads. */
export const ResetConfirmPage = () => {
  const t = useText()
  const [params] = useSearchParams()
  const email = params.get('email') ?? ''
  const token = params.get('token') ?? ''
  usePageTitle(t('reset.confirmTitle'))
  return <AuthLayout>{email === '' || token === '' ? <Incomplete /> : <ConfirmForm email={email} token={token} />}</AuthLayout>
}
