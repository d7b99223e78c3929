import { manageUser, type QuotaMode } from '@weir/contract/user-admin'
import type { UserObject } from '@weir/contract/user'
import { formatQuota, formatQuotaSum, type QuotaDisplay } from '@weir/contract/values/format'
import { Input, Modal, Segmented, type InputRef } from 'antd'
import { useId, useRef, useState } from 'react'
import { useAction } from '../../shared/api/use-endpoint.ts'
import { numberProblem } from '../../shared/form/number/number-rule.ts'
import { QuotaInput } from '../../shared/form/quota-input.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { useQuotaDisplay } from '../../shared/session/use-session.ts'
import { QUOTA_MODES, balanceAfter, isChange, isTooMuch } from './balance-change.ts'
import classes from './balance-dialog.module.css'

const REASON_CHARACTERS = 200

const testId = (name: string) => ({ 'data-testid': name })

/** Every digit that counts: a balance is about to be changed. */
const exact = (quota: number, display: QuotaDisplay): string =>
  display.inCurrency ? formatQuotaSum(quota, display) : quota.toLocaleString('en-US')

interface FigureProps {
  readonly label: string
  readonly text: string
  readonly name: string
}

const Figure = ({ label, text, name }: FigureProps) => (
  <div className={classes.figure}>
    <dt>{label}</dt>
    <dd data-testid={name}>{text}</dd>
  </div>
)

interface Props {
  readonly user: Pick<UserObject, 'id' | 'username' | 'quota'>
  readonly onClose: () => void
  readonly onDone: (quota: number | undefined) => void
}

/** Adds to a balance, takes from it or sets it, and says beforehand what it comes to. */
export const BalanceDialog = ({ user, onClose, onDone }: Props) => {
  const t = useText()
  const id = useId()
  const display = useQuotaDisplay()
  const amount = useRef<InputRef>(null)
  const [mode, setMode] = useState<QuotaMode>('add')
  const [value, setValue] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const change = useAction(manageUser, { onDone: (saved) => onDone(saved?.quota) })
  const isOver = value !== null && isTooMuch(user.quota, mode, value)
  const problem = numberProblem(value, t) ?? (isOver ? t('user.balanceTooSmall') : undefined)
  const isReady = isChange(mode, value) && problem === undefined
  const known = Number.isNaN(value) ? null : value
  const submit = () => {
    if (isReady && !change.isPending) change.mutate({ body: { id: user.id, action: 'add_quota', mode, value, reason } })
  }
  return (
    <Modal
      open
      centered
      width={480}
      title={t('user.balanceTitle', { name: user.username })}
      okText={t(`user.balanceOk.${mode}`, { amount: formatQuota(known ?? 0, display) })}
      okButtonProps={{ disabled: !isReady, ...testId('btn-balance') }}
      cancelButtonProps={testId('btn-balance-cancel')}
      confirmLoading={change.isPending}
      onOk={submit}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && amount.current?.focus()}
    >
      <div className={classes.body}>
        <Segmented<QuotaMode>
          block
          value={mode}
          onChange={setMode}
          options={QUOTA_MODES.map((each) => ({
            value: each,
            label: <span data-testid={`balance-${each}`}>{t(`user.balanceMode.${each}`)}</span>,
          }))}
          aria-label={t('user.balanceMode')}
        />
        <div className={classes.field}>
          <label htmlFor={`${id}-value`}>{t('user.balanceAmount')}</label>
          <QuotaInput
            id={`${id}-value`}
            value={value}
            onChange={(units) => setValue(units === null ? null : Math.trunc(units))}
            onPressEnter={submit}
            ref={amount}
            {...(problem !== undefined && { status: 'error', 'aria-describedby': `${id}-problem` })}
            data-testid="field-balance"
          />
          {problem !== undefined && (
            <p id={`${id}-problem`} className={classes.problem} role="alert" data-testid="balance-problem">
              {problem}
            </p>
          )}
        </div>
        <div className={classes.field}>
          <label htmlFor={`${id}-reason`}>{t('user.balanceReason')}</label>
          <Input
            id={`${id}-reason`}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            onPressEnter={submit}
            maxLength={REASON_CHARACTERS}
            placeholder={t('user.balanceReasonHint')}
            aria-describedby={`${id}-help`}
            data-testid="field-reason"
          />
          <p id={`${id}-help`} className={classes.help}>
            {t('user.balanceReasonHelp')}
          </p>
        </div>
        <dl className={classes.figures}>
          <Figure label={t('user.balanceNow')} text={exact(user.quota, display)} name="balance-now" />
          <Figure
            label={t('user.balanceThen')}
            text={exact(balanceAfter(user.quota, mode, known ?? (mode === 'override' ? user.quota : 0)), display)}
            name="balance-then"
          />
        </dl>
      </div>
    </Modal>
  )
}
