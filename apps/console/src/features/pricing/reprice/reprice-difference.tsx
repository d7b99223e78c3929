import type { RepriceSummaryObject } from '@weir/contract/ledger/reprice'
import { formatQuotaSum } from '@weir/contract/values/format'
import { useText } from '../../../shared/i18n/use-text.ts'
import { useQuotaDisplay } from '../../../shared/session/use-session.ts'
import figures from '../../../shared/ui/facts/figures.module.css'
import classes from './reprice.module.css'

/** What would be booked, by model, and what stays as it is. */
export const RepriceDifference = ({ summary }: { readonly summary: RepriceSummaryObject }) => {
  const t = useText()
  const display = useQuotaDisplay()
  const money = (units: number): string => formatQuotaSum(units, display)
  const { credited, debited, users } = summary
  const kept = (['unreadable', 'deleted', 'unlogged'] as const).filter((name) => summary[name] > 0)
  return (
    <>
      <table className={`${figures.table} ${classes.repriced}`} data-testid="reprice-difference">
        <thead>
          <tr>
            <th scope="col">{t('pricing.reprice.models')}</th>
            <th scope="col">{t('pricing.reprice.rows')}</th>
            <th scope="col">{t('pricing.reprice.changed')}</th>
            <th scope="col">{t('pricing.reprice.charged')}</th>
            <th scope="col">{t('pricing.reprice.cost')}</th>
          </tr>
        </thead>
        <tbody>
          {summary.models.map(({ model, rows, changed, charged, cost }) => (
            <tr key={model}>
              <th scope="row">{model}</th>
              <td>{rows.toLocaleString('en-US')}</td>
              <td>{changed.toLocaleString('en-US')}</td>
              <td>{money(charged)}</td>
              <td>{money(cost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.sum}>{t('pricing.reprice.sum', { credited: money(credited), debited: money(debited), users })}</p>
      {kept.map((name) => (
        <p key={name} className={classes.note}>
          {t(`pricing.reprice.${name}`, { count: summary[name] })}
        </p>
      ))}
    </>
  )
}
