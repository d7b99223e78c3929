import type { StatementObject } from '@weir/contract/ledger/statement'
import type { ReactNode } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { useQuotaDisplay } from '../../shared/session/use-session.ts'
import { amountText, kindText, reasonText, timeIn, unlistedLabel } from './statement-lines.ts'
import classes from './statement.module.css'

interface Props {
  readonly statement: StatementObject
}

interface SectionProps {
  readonly title: string
  /** Shown instead of the table. */
  readonly empty?: string | undefined
  readonly testId: string
  readonly children: ReactNode
}

const Section = ({ title, empty, testId, children }: SectionProps) => (
  <section className={classes.section} data-testid={testId}>
    <h2 className={classes.heading}>{title}</h2>
    {empty === undefined ? (
      <div className={classes.scroll}>
        <table className={classes.table}>{children}</table>
      </div>
    ) : (
      <p className={classes.quiet}>{empty}</p>
    )}
  </section>
)

interface SumProps {
  readonly label: string
  readonly amount: string
  /** What stands between, by the class of its column: a phone leaves some columns out. */
  readonly between: readonly (string | undefined)[]
}

const SumRow = ({ label, amount, between }: SumProps) => (
  <tr>
    <th scope="row">{label}</th>
    {between.map((name, at) => (
      <td key={at} className={name} />
    ))}
    <td>{amount}</td>
  </tr>
)

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

export const ChargeTable = ({ statement }: Props) => {
  const t = useText()
  const display = useQuotaDisplay()
  const { charges, unlisted_charges: unlisted, total_charges: total } = statement
  const isEmpty = charges.length === 0 && unlisted === 0
  return (
    <Section title={t('statement.charges')} empty={isEmpty ? t('statement.noCharges') : undefined} testId="statement-charges">
      <thead>
        <tr>
          <th scope="col">{t('statement.model')}</th>
          <th scope="col">{t('statement.requests')}</th>
          <th scope="col" className={classes.wide}>
            {t('statement.prompt')}
          </th>
          <th scope="col" className={classes.wide}>
            {t('statement.completion')}
          </th>
          <th scope="col">{t('statement.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {charges.map(({ model, requests, prompt_tokens: prompt, completion_tokens: completion, amount }) => (
          <tr key={model}>
            <th scope="row" className={classes.model}>
              {model}
            </th>
            <td>{requests.toLocaleString('en-US')}</td>
            <td className={classes.wide}>{prompt.toLocaleString('en-US')}</td>
            <td className={classes.wide}>{completion.toLocaleString('en-US')}</td>
            <td>{amountText(amount, display)}</td>
          </tr>
        ))}
        {unlisted !== 0 && (
          <SumRow
            label={t(unlistedLabel(unlisted))}
            amount={amountText(unlisted, display)}
            between={[undefined, classes.wide, classes.wide]}
          />
        )}
      </tbody>
      <tfoot>
        <SumRow label={t('statement.total')} amount={amountText(total, display)} between={[undefined, classes.wide, classes.wide]} />
      </tfoot>
    </Section>
  )
}

export const CorrectionTable = ({ statement }: Props) => {
  const t = useText()
  const display = useQuotaDisplay()
  const { corrections, total_corrections: total } = statement
  if (corrections.length === 0) return null
  return (
    <Section title={t('statement.corrections')} testId="statement-corrections">
      <thead>
        <tr>
          <th scope="col">{t('statement.model')}</th>
          <th scope="col">{t('statement.requests')}</th>
          <th scope="col">{t('statement.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {corrections.map(({ model, requests, amount }) => (
          <tr key={model}>
            <th scope="row" className={classes.model}>
              {model}
            </th>
            <td>{requests.toLocaleString('en-US')}</td>
            <td>{amountText(amount, display)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <SumRow label={t('statement.total')} amount={amountText(total, display)} between={[undefined]} />
      </tfoot>
    </Section>
  )
}
