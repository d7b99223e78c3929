import type { LogObject } from '@weir/contract/log'
import { useText } from '../../../shared/i18n/use-text.ts'
import figures from '../../../shared/ui/facts/figures.module.css'
import classes from './charge-section.module.css'
import { chargeOf, exactCount, type Charge } from './charge.ts'

const Parts = ({ charge }: { readonly charge: Charge }) => {
  const t = useText()
  return (
    <table className={`${figures.table} ${classes.parts}`}>
      <thead>
        <tr>
          <th scope="col">{t('log.charge.class')}</th>
          <th scope="col">{t(`log.charge.unit.${charge.unit}`)}</th>
          <th scope="col">{t('log.charge.ratio')}</th>
        </tr>
      </thead>
      <tbody>
        {charge.parts.map(({ kind, count, ratio }) => (
          <tr key={kind} data-testid={`charge-${kind}`}>
            <th scope="row">
              {t(`log.charge.kind.${kind}`)}
              {kind === 'output' && charge.reasoning > 0 && (
                <span className={classes.quiet}>{t('log.charge.reasoning', { count: exactCount(charge.reasoning) })}</span>
              )}
            </th>
            <td>{exactCount(count)}</td>
            <td>× {ratio}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t('log.charge.modelRatio')}
          </th>
          <td>× {charge.model_ratio}</td>
        </tr>
        {charge.fees?.map(({ kind, count, units }) => (
          <tr key={kind} data-testid={`charge-fee-${kind}`}>
            <th scope="row">{t(`log.charge.fee.${kind}`)}</th>
            <td>{exactCount(count)}</td>
            <td>+ {units}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" colSpan={2}>
            {t('log.charge.groupRatio')}
          </th>
          <td>× {charge.group_ratio}</td>
        </tr>
      </tfoot>
    </table>
  )
}

const resultOf = ({ exact, isWhole, sum }: Charge, quota: number): string => {
  if (!isWhole) return `${sum} = ${exact}`
  return exact === quota ? `${sum} = ${quota}` : `${sum} = ${exact} → ${quota}`
}

/** How the quota of the row came about, so that a reader can do the sum again. */
export const ChargeSection = ({ row }: { readonly row: LogObject }) => {
  const t = useText()
  const charge = chargeOf(row)
  if (charge === undefined) return null
  return (
    <section className={classes.section} data-testid="charge">
      <h3 className={classes.heading}>{t('log.charge')}</h3>
      <Parts charge={charge} />
      <code className={classes.sum}>{resultOf(charge, row.quota)}</code>
      <p className={classes.note}>{charge.isWhole ? t('log.rounded') : t('log.otherPrices', { quota: row.quota })}</p>
      {charge.picture !== undefined && (
        <p className={classes.note} data-testid="charge-picture">
          {t('log.charge.picture', { picture: [charge.picture.size, charge.picture.quality].filter(Boolean).join(' · ') })}
        </p>
      )}
      {charge.tier !== undefined && <p className={classes.note}>{t('log.charge.tier', { tier: charge.tier })}</p>}
      {charge.is_implausible && <p className={classes.note}>{t('log.charge.implausible')}</p>}
      {charge.is_estimate && <p className={classes.note}>{t('log.charge.estimate')}</p>}
    </section>
  )
}
