import type { StatementObject } from '@weir/contract/ledger/statement'
import { useText } from '../../shared/i18n/use-text.ts'
import { useQuotaDisplay } from '../../shared/session/use-session.ts'
import { amountText, unlistedLabel } from './statement-lines.ts'
import { Section, SumRow } from './statement-section.tsx'
import classes from './statement.module.css'

interface Props {
  readonly statement: StatementObject
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
