import { useQueryClient } from '@tanstack/react-query'
import { getOverview } from '@weir/contract/overview'
import { setOption } from '@weir/contract/site'
import { getStatus } from '@weir/contract/status'
import { MIN_PASSWORD_LENGTH, editSelf } from '@weir/contract/user'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { authSession } from '../../../shared/session/auth-session.ts'
import { StepRow, type StepProps } from './setup-step.tsx'

export const PasswordStep = ({ number, isDone, isNext }: StepProps) => {
  const t = useText()
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const save = useAction(editSelf, {
    onDone: () => {
      setPassword('')
      authSession.ownPassword()
      void client.invalidateQueries({ queryKey: [getOverview.path] })
    },
  })
  const isShort = password.length < MIN_PASSWORD_LENGTH
  const submit = () => {
    if (!isShort) save.mutate({ body: { password } })
  }
  return (
    <StepRow id="password" number={number} isDone={isDone} hint={t('setup.passwordHint')}>
      <Input.Password
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        onPressEnter={submit}
        autoComplete="new-password"
        placeholder={t('setup.newPassword')}
        aria-label={t('setup.newPassword')}
        data-testid="field-setup-password"
      />
      <Button
        type={isNext ? 'primary' : 'default'}
        disabled={isShort}
        loading={save.isPending}
        onClick={submit}
        data-testid="btn-setup-password"
      >
        {t('setup.passwordSave')}
      </Button>
    </StepRow>
  )
}

export const AddressStep = ({ number, isDone, isNext }: StepProps) => {
  const t = useText()
  const client = useQueryClient()
  const [address, setAddress] = useState(window.location.origin)
  const save = useAction(setOption, {
    onDone: () => {
      for (const { path } of [getOverview, getStatus]) void client.invalidateQueries({ queryKey: [path] })
    },
  })
  const submit = () => save.mutate({ body: { key: 'ServerAddress', value: address.trim() } })
  return (
    <StepRow id="address" number={number} isDone={isDone} hint={t('setup.addressHint')}>
      <Input
        value={address}
        onChange={({ target }) => setAddress(target.value)}
        onPressEnter={submit}
        inputMode="url"
        aria-label={t('setup.addressLabel')}
        data-testid="field-setup-address"
      />
      <Button
        type={isNext ? 'primary' : 'default'}
        disabled={address.trim() === ''}
        loading={save.isPending}
        onClick={submit}
        data-testid="btn-setup-address"
      >
        {t('setup.addressSave')}
      </Button>
    </StepRow>
  )
}
