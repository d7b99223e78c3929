import type { StatementObject } from '@weir/contract/ledger/statement'
import { useText } from '../../shared/i18n/use-text.ts'
import { useQuotaDisplay, useSystemName } from '../../shared/session/use-session.ts'
import { ChargeTable, CorrectionTable } from './charge-tables.tsx'
import { CreditTable } from './credit-table.tsx'
import { amountText, daysOf, summaryLines } from './statement-lines.ts'
import classes from './statement.module.css'

export const StatementSheet = ({ statement }: { readonly statement: StatementObject }) => {
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
