import { getFactors, showFactor } from '@weir/contract/sign-in/second-factor'
import type { SessionUser } from '@weir/contract/session'
import { Button } from 'antd'
import type { InputRef } from 'antd/es/input/Input'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { Link } from 'react-router'
import { useAction, useEndpoint } from '../../shared/api/use-endpoint.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { authPaths } from '../../shared/navigation/paths.ts'
import { supportsPasskeys } from '../../shared/passkeys/supports-passkeys.ts'
import { usePasskey } from '../../shared/passkeys/use-passkey.ts'
import { AuthField } from './auth-field.tsx'
import classes from './login-page.module.css'

interface Props {
  readonly onDone: (user: SessionUser) => void
}

const CodeForm = ({ onDone, isMain }: Props & { readonly isMain: boolean }) => {
  const t = useText()
  const [code, setCode] = useState('')
  const [isTried, setIsTried] = useState(false)
  const field = useRef<InputRef>(null)
  const show = useAction(showFactor, { success: false, onDone })

  useEffect(() => field.current?.focus(), [])

  const startOver = () => {
    setCode('')
    setIsTried(false)
    field.current?.focus()
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (code.trim() === '') field.current?.focus()
    else if (!show.isPending) show.mutate({ body: { code } }, { onError: startOver })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <AuthField
        name="code"
        label={t('factor.code')}
        autoComplete="one-time-code"
        inputRef={field}
        value={code}
        onChange={setCode}
        error={isTried && code.trim() === '' ? t('factor.codeRequired') : undefined}
      />
      <Button
        type={isMain ? 'primary' : 'default'}
        size="large"
        htmlType="submit"
        block
        loading={show.isPending}
        data-testid="btn-second-step"
      >
        {t('verify.submit')}
      </Button>
    </form>
  )
}

const PasskeyWay = ({ onDone }: Props) => {
  const t = useText()
  const show = usePasskey(({ showOwnPasskey }) => showOwnPasskey, onDone)
  return (
    <>
      <Button type="primary" size="large" block loading={show.isPending} onClick={() => show.mutate()} data-testid="btn-passkey-step">
        {t('passkey.use')}
      </Button>
      <p className={classes.or}>{t('verify.or')}</p>
    </>
  )
}

/** After the right password: a passkey, the code of an app, or a recovery code. */
export const SecondStep = ({ onDone }: Props) => {
  const t = useText()
  const { data: factors, isPending } = useEndpoint(getFactors, {}, { isFresh: true, isOptional: true })
  if (isPending) return null
  const hasPasskeys = supportsPasskeys() && (factors?.passkeys ?? 0) > 0
  const appHint = hasPasskeys ? 'verify.bothHint' : 'verify.hint'
  return (
    <>
      <h1 className={classes.title}>{t('verify.title')}</h1>
      <p className={classes.lead}>{t(factors?.totp === false ? 'verify.passkeyHint' : appHint)}</p>
      {hasPasskeys && <PasskeyWay onDone={onDone} />}
      <CodeForm onDone={onDone} isMain={!hasPasskeys} />
      <div className={classes.links}>
        <Link to={authPaths.login} replace>
          {t('verify.back')}
        </Link>
      </div>
    </>
  )
}
