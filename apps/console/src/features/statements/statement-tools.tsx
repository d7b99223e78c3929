import type { StatementObject } from '@weir/contract/ledger/statement'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { toCsv } from '../../shared/browser/csv.ts'
import { downloadText } from '../../shared/browser/download.ts'
import { halfWidth } from '../../shared/form/number/read-number.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useQuotaDisplay } from '../../shared/session/use-session.ts'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import { recentMonths, statementCsvRows } from './statement-lines.ts'
import classes from './statement.module.css'

const MONTHS = 36

interface MonthFieldProps {
  /** Empty while it is not known yet. */
  readonly month: string
  readonly onChoose: (month: string) => void
}

export const MonthField = ({ month, onChoose }: MonthFieldProps) => {
  const t = useText()
  const [recent] = useState(() => recentMonths(new Date(), MONTHS))
  const options = [...new Set([...recent, ...(month === '' ? [] : [month])])].map((value) => ({ value, label: value }))
  return (
    <Select
      value={month || null}
      options={options}
      onChange={onChoose}
      placeholder={t('statement.month')}
      aria-label={t('statement.month')}
      className={classes.choice ?? ''}
      data-testid="field-month"
    />
  )
}

interface UserFieldProps {
  readonly userId: string
  readonly onChoose: (userId: string) => void
}

export const UserField = ({ userId, onChoose }: UserFieldProps) => {
  const t = useText()
  const [text, setText] = useState(userId)
  return (
    <Input.Search
      className={classes.user ?? ''}
      value={text}
      onChange={(event) => setText(halfWidth(event.target.value).replaceAll(/\D/g, ''))}
      onSearch={(value) => onChoose(value)}
      placeholder={t('statement.userHint')}
      aria-label={t('statement.user')}
      inputMode="numeric"
      maxLength={15}
      data-testid="field-user"
    />
  )
}

export const StatementActions = ({ statement }: { readonly statement: StatementObject | undefined }) => {
  const t = useText()
  const display = useQuotaDisplay()
  const csv = () => {
    if (statement === undefined) return
    const name = `weir-statement-${statement.user_id}-${statement.month}.csv`
    downloadText(name, toCsv(statementCsvRows(statement, display, t)), 'text/csv')
  }
  return (
    <>
      <Button icon={<Icon name="download" size={16} />} disabled={!statement} onClick={csv} data-testid="btn-export">
        {t('statement.csv')}
      </Button>
      <Button disabled={!statement} onClick={() => window.print()} data-testid="btn-print">
        {t('statement.print')}
      </Button>
    </>
  )
}
