import { showFactor } from '@weir/contract/second-factor'
import type { SessionUser } from '@weir/contract/session'
import { Button } from 'antd'
import type { InputRef } from 'antd/es/input/Input'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { Link } from 'react-router'
import { useAction } from '../../shared/api/use-endpoint.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { authPaths } from '../../shared/navigation/paths.ts'
import { AuthField } from './auth-field.tsx'
import classes from './login-page.module.css'

/** After the right password: the code of an app, or a recovery code. */
export const SecondStep = ({ onDone }: { readonly onDone: (user: SessionUser) => void }) => {
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
    <>
      <h1 className={classes.title}>{t('verify.title')}</h1>
      <p className={classes.lead}>{t('verify.hint')}</p>
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
        <Button type="primary" size="large" htmlType="submit" block loading={show.isPending} data-testid="btn-second-step">
          {t('verify.submit')}
        </Button>
      </form>
      <div className={classes.links}>
        <Link to={authPaths.login} replace>
          {t('verify.back')}
        </Link>
      </div>
    </>
  )
}
