import { Button } from 'antd'
import type { InputRef } from 'antd/es/input/Input'
import { useEffect, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { AuthField } from './auth-field.tsx'
import classes from './login-page.module.css'

export interface Credentials {
  readonly username: string
  readonly password: string
}

interface Props {
  readonly isBusy: boolean
  readonly onSubmit: (credentials: Credentials, onRefused: () => void) => void
}

export const LoginForm = ({ isBusy, onSubmit }: Props) => {
  const t = useText()
  const [values, setValues] = useState<Credentials>({ username: '', password: '' })
  const { username, password } = values
  const latest = useRef(values)
  const [isTried, setIsTried] = useState(false)
  const [isCapsLock, setIsCapsLock] = useState(false)
  const usernameField = useRef<InputRef>(null)
  const passwordField = useRef<InputRef>(null)

  useEffect(() => usernameField.current?.focus(), [])
  useEffect(() => {
    latest.current = values
  }, [values])

  /** Not what was typed while the answer was awaited. */
  const startOver = (sent: Credentials) => {
    if (latest.current.username !== sent.username || latest.current.password !== sent.password) return
    setValues({ username: sent.username, password: '' })
    setIsTried(false)
    passwordField.current?.focus()
  }

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (username === '') usernameField.current?.focus()
    else if (password === '') passwordField.current?.focus()
    else if (!isBusy) onSubmit({ username, password }, () => startOver({ username, password }))
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <AuthField
        name="username"
        label={t('login.username')}
        autoComplete="username"
        inputRef={usernameField}
        value={username}
        onChange={(value) => setValues({ username: value, password })}
        error={isTried && username === '' ? t('login.usernameRequired') : undefined}
      />
      <AuthField
        name="password"
        label={t('login.password')}
        isSecret
        autoComplete="current-password"
        inputRef={passwordField}
        value={password}
        onChange={(value) => setValues({ username, password: value })}
        onKeyUp={(event: KeyboardEvent) => setIsCapsLock(event.getModifierState('CapsLock'))}
        error={isTried && password === '' ? t('login.passwordRequired') : undefined}
        hint={isCapsLock ? t('login.capsLock') : undefined}
      />
      <Button type="primary" size="large" htmlType="submit" block loading={isBusy} data-testid="btn-login">
        {t('login.submit')}
      </Button>
    </form>
  )
}
