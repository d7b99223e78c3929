import { Button } from 'antd'
import { useState, type SyntheticEvent } from 'react'
import { notify } from '../../shared/feedback/notify.ts'
import { HumanCheckWidget } from '../../shared/human-check/human-check-widget.tsx'
import type { HumanCheck } from '../../shared/human-check/use-human-check.ts'
import { useMailCode } from '../../shared/human-check/use-mail-code.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useStatus } from '../../shared/session/use-session.ts'
import { AuthField } from './auth-field.tsx'
import classes from './login-page.module.css'
import { emptyRegistration, problemsWith, type RegistrationValues } from './registration.ts'
import { SendCodeButton } from './send-code-button.tsx'

interface Props {
  readonly check: HumanCheck
  readonly isBusy: boolean
  readonly onSubmit: (values: RegistrationValues) => void
}

/** As the fields stand, from the top. */
const order = ['username', 'password', 'password2'] as const
const topmost = (wrong: readonly (keyof RegistrationValues)[]) => order.find((field) => wrong.includes(field)) ?? 'username'

const focusOn = (field: string) => document.querySelector<HTMLInputElement>(`input[name="${field}"]`)?.focus()

export const RegisterForm = ({ check, isBusy, onSubmit }: Props) => {
  const t = useText()
  const needsEmail = useStatus()?.email_verification === true
  const [values, setValues] = useState(emptyRegistration)
  const [isTried, setIsTried] = useState(false)
  const mail = useMailCode(check)
  const problems = isTried ? problemsWith(values) : []

  const errorOf = (name: keyof RegistrationValues) => {
    const problem = problems.find(({ field: wrong }) => wrong === name)
    return problem && t(problem.text)
  }
  const field = (name: keyof RegistrationValues) => ({
    name,
    value: values[name],
    onChange: (text: string) => setValues({ ...values, [name]: text }),
    error: errorOf(name),
  })

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    const found = problemsWith(values)
    const [first] = found
    if (first !== undefined) {
      focusOn(topmost(found.map(({ field: wrong }) => wrong)))
      // A missing field says so under itself; the product's messages are for what is there and wrong.
      if (first.field !== 'username') notify.info(t(first.text))
    } else if (!isBusy) onSubmit(values)
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <AuthField
        {...field('username')}
        label={t('register.username')}
        placeholder={t('register.usernamePlaceholder')}
        autoComplete="username"
      />
      <AuthField
        {...field('password')}
        label={t('register.password')}
        hint={t('profile.passwordRule')}
        placeholder={t('register.passwordPlaceholder')}
        isSecret
        autoComplete="new-password"
      />
      <AuthField
        {...field('password2')}
        label={t('register.password2')}
        placeholder={t('register.password2Placeholder')}
        isSecret
        autoComplete="new-password"
      />
      {needsEmail && (
        <>
          <AuthField
            {...field('email')}
            label={t('register.email')}
            autoComplete="email"
            action={<SendCodeButton left={mail.left} isBusy={mail.isSending} onSend={() => mail.send(values.email)} />}
          />
          <AuthField {...field('verification_code')} label={t('register.code')} autoComplete="one-time-code" />
        </>
      )}
      <HumanCheckWidget check={check} />
      <Button type="primary" size="large" htmlType="submit" block loading={isBusy} data-testid="btn-register">
        {t('register.submit')}
      </Button>
    </form>
  )
}
