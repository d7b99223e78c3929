import { formatQuota } from '@weir/contract/values/format'
import { useText } from '../i18n/use-text.ts'
import { useQuotaDisplay } from '../session/use-session.ts'
import classes from './form-page.module.css'

/** A label that says what the typed quota is worth, when the product shows money. */
export const QuotaLabel = ({ label, quota }: { readonly label: string; readonly quota: number | null }) => {
  const t = useText()
  const display = useQuotaDisplay()
  const isShown = display.inCurrency && quota !== null && !Number.isNaN(quota)
  return (
    <span>
      {label}
      {isShown && <span className={classes.worth}>{t('form.quotaWorth', { amount: formatQuota(quota, display) })}</span>}
    </span>
  )
}
