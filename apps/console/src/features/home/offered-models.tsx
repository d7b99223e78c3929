import { listModelPrices } from '@weir/contract/prices/model-prices'
import { Link } from 'react-router'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { pathOf } from '../../shared/navigation/paths.ts'
import { vendorsOf } from './vendors.ts'
import classes from './home.module.css'

/** What a visitor would get, where the operator lets visitors see it. */
export const OfferedModels = () => {
  const t = useText()
  const { data } = useEndpoint(listModelPrices, {}, { isOptional: true })
  const vendors = vendorsOf(data?.models ?? [])
  if (vendors.length === 0) return null
  return (
    <section className={classes.offer} data-testid="offered-models">
      <div className={classes.headingRow}>
        <h3 className={classes.heading}>{t('home.offered', { count: data?.models.length ?? 0 })}</h3>
        <Link to={pathOf('pricing')}>{t('pricing.title')}</Link>
      </div>
      <dl className={classes.vendors}>
        {vendors.map(({ vendor, models, more }) => (
          <div key={vendor}>
            <dt>{vendor || t('home.otherVendor')}</dt>
            <dd>
              {models.join(' · ')}
              {more > 0 && ` · +${more}`}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
