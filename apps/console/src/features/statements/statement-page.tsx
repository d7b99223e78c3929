import { getOwnStatement, getStatement, type StatementObject } from '@weir/contract/ledger/statement'
import { isAdmin as isAdminRole } from '@weir/contract/user'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { toCsv } from '../../shared/browser/csv.ts'
import { downloadText } from '../../shared/browser/download.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useAddressFilter } from '../../shared/list/state/use-list-address.ts'
import { useQuotaDisplay, useSystemName, useUser } from '../../shared/session/use-session.ts'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import { PageHeader } from '../../shared/ui/page/page-header.tsx'
import { FailedState } from '../../shared/ui/page/state.tsx'
import { amountText, daysOf, recentMonths, statementCsvRows, summaryLines } from './statement-lines.ts'
import { ChargeTable, CorrectionTable, CreditTable } from './statement-tables.tsx'
import classes from './statement.module.css'

const MONTHS = 36

const Sheet = ({ statement }: { readonly statement: StatementObject }) => {
  const t = useText()
  const display = useQuotaDisplay()
  const systemName = useSystemName()
  const { username, user_id: id, time_zone: zone, month, is_over: isOver } = statement
  return (
    <>
      <header className={classes.head}>
        <p className={classes.printed}>{`${systemName} · ${t('statement.title')}`}</p>
        <p className={classes.month}>{month}</p>
        <p className={classes.owner}>{t('statement.of', { username, id })}</p>
        <p className={classes.quiet}>{t('statement.period', { ...daysOf(statement), zone })}</p>
        {!isOver && <p className={classes.quiet}>{t('statement.running')}</p>}
      </header>
      <dl className={classes.summary} data-testid="statement-summary">
        {summaryLines(statement).map(({ label, amount }) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{amountText(amount, display)}</dd>
          </div>
        ))}
      </dl>
      <CreditTable statement={statement} />
      <ChargeTable statement={statement} />
      <CorrectionTable statement={statement} />
    </>
  )
}

const useStatement = (month: string, userId: string) => {
  const isOwn = userId === ''
  const asked = month === '' ? {} : { month }
  const own = useEndpoint(getOwnStatement, { query: asked }, { enabled: isOwn })
  const other = useEndpoint(getStatement, { query: { ...asked, user_id: userId } }, { enabled: !isOwn })
  return isOwn ? own : other
}

interface UserFieldProps {
  readonly userId: string
  readonly onChoose: (userId: string) => void
}

const UserField = ({ userId, onChoose }: UserFieldProps) => {
  const t = useText()
  const [text, setText] = useState(userId)
  return (
    <Input.Search
      className={classes.user ?? ''}
      value={text}
      onChange={(event) => setText(event.target.value.replaceAll(/\D/g, ''))}
      onSearch={(value) => onChoose(value)}
      placeholder={t('statement.userHint')}
      aria-label={t('statement.user')}
      inputMode="numeric"
      maxLength={15}
      data-testid="field-user"
    />
  )
}

export const StatementPage = () => {
  const t = useText()
  const display = useQuotaDisplay()
  const user = useUser()
  const isAdmin = user !== undefined && isAdminRole(user.role)
  const [month, setMonth] = useAddressFilter('month')
  const [userParam, setUserId] = useAddressFilter('user_id')
  const userId = isAdmin && /^[1-9]\d*$/.test(userParam) ? userParam : ''
  const { data: statement, isError, isFetching, refetch } = useStatement(month, userId)
  const months = recentMonths(new Date(), MONTHS)
  const shown = statement?.month ?? month
  const options = [...new Set([...months, ...(shown === '' ? [] : [shown])])].map((value) => ({ value, label: value }))

  const csv = (found: StatementObject) =>
    downloadText(`weir-statement-${found.user_id}-${found.month}.csv`, toCsv(statementCsvRows(found, display, t)), 'text/csv')

  return (
    <>
      <div className={classes.tools}>
        <PageHeader hint={t('statement.hint')} />
        <div className={classes.filters}>
          <Select
            value={shown || null}
            options={options}
            onChange={setMonth}
            placeholder={t('statement.month')}
            aria-label={t('statement.month')}
            className={classes.choice ?? ''}
            data-testid="field-month"
          />
          {isAdmin && <UserField key={userId} userId={userId} onChoose={setUserId} />}
          <span className={classes.space} />
          <Button
            icon={<Icon name="download" size={16} />}
            disabled={!statement}
            onClick={() => statement && csv(statement)}
            data-testid="btn-export"
          >
            {t('statement.csv')}
          </Button>
          <Button disabled={!statement} onClick={() => window.print()} data-testid="btn-print">
            {t('statement.print')}
          </Button>
        </div>
      </div>
      <section className={classes.surface} aria-busy={isFetching}>
        {!statement && isError && <FailedState onRetry={() => void refetch()} />}
        {!statement && !isError && <div className={classes.waiting} />}
        {statement && <Sheet statement={statement} />}
      </section>
    </>
  )
}
