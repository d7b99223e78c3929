import type { StatementObject } from '@weir/contract/ledger/statement'
import { useText } from '../../shared/i18n/use-text.ts'
import { useQuotaDisplay } from '../../shared/session/use-session.ts'
import { amountText, kindText, reasonText, timeIn } from './statement-lines.ts'
import { Section, SumRow } from './statement-section.tsx'
import classes from './statement.module.css'

interface Props {
  readonly statement: StatementObject
}

export const CreditTable = ({ statement }: Props) => {
  const t = useText()
  const display = useQuotaDisplay()
  const { credits, more_credits: more, time_zone: zone, total_credits: total } = statement
  return (
    <Section title={t('statement.credits')} empty={credits.length === 0 ? t('statement.noCredits') : undefined} testId="statement-credits">
      <thead>
        <tr>
          <th scope="col">{t('statement.time')}</th>
          <th scope="col" className={classes.words}>
            {t('statement.kindAndReason')}
          </th>
          <th scope="col">{t('statement.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {credits.map(({ time, kind, reason, amount }, at) => (
          <tr key={at}>
            <th scope="row" className={classes.time}>
              {timeIn(zone, time)
                .split(' ')
                .map((part) => (
                  <span key={part}>{`${part} `}</span>
                ))}
            </th>
            <td className={classes.words}>
              {kindText(kind, t)}
              {reasonText(reason) !== '' && <span className={classes.reason}>{reasonText(reason)}</span>}
            </td>
            <td>{amountText(amount, display)}</td>
          </tr>
        ))}
        {more.count > 0 && (
          <SumRow
            label={t('statement.moreCredits', { count: more.count })}
            amount={amountText(more.amount, display)}
            between={[undefined]}
          />
        )}
      </tbody>
      <tfoot>
        <SumRow label={t('statement.total')} amount={amountText(total, display)} between={[undefined]} />
      </tfoot>
    </Section>
  )
}
