import { useQueryClient } from '@tanstack/react-query'
import { formatQuota } from '@weir/contract/values/format'
import { LogType } from '@weir/contract/log'
import { redeemCode } from '@weir/contract/redemption'
import { getSelf, type UserObject } from '@weir/contract/user'
import { Button } from 'antd'
import { Link } from 'react-router'
import { useAction, useEndpoint } from '../../shared/api/use-endpoint.ts'
import { notify } from '../../shared/feedback/notify.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { logWith } from '../../shared/navigation/log-address.ts'
import { pathOf } from '../../shared/navigation/paths.ts'
import { useQuotaDisplay, useStatus } from '../../shared/session/use-session.ts'
import { PageHeader } from '../../shared/ui/page/page-header.tsx'
import { FailedState } from '../../shared/ui/page/state.tsx'
import { RedeemForm } from './redeem-form.tsx'
import classes from './topup-page.module.css'

const useRedeem = () => {
  const t = useText()
  const client = useQueryClient()
  const display = useQuotaDisplay()
  return useAction(redeemCode, {
    success: false,
    lost: 'topup.lost',
    onDone: (amount) => {
      notify.success(t('topup.done', { amount: formatQuota(amount, display) }))
      client.setQueryData<UserObject>([getSelf.path, {}], (self) => self && { ...self, quota: self.quota + amount })
    },
  })
}

const Buy = () => {
  const t = useText()
  const link = useStatus()?.top_up_link ?? ''
  const open = () => {
    if (link === '') notify.error(t('topup.noLink'))
    else window.open(link, '_blank', 'noopener,noreferrer')
  }
  return (
    <div className={classes.buy}>
      <span>{t('topup.buyHint')}</span>
      <Button onClick={open} data-testid="btn-topup">
        {t('topup.buy')}
      </Button>
    </div>
  )
}

export const TopUpPage = () => {
  const t = useText()
  const display = useQuotaDisplay()
  const self = useEndpoint(getSelf, {})
  const redeem = useRedeem()
  return (
    <>
      <PageHeader hint={t('topup.hint')} />
      <section className={classes.surface}>
        {self.isError && !self.data ? (
          <FailedState onRetry={() => void self.refetch()} />
        ) : (
          <dl className={classes.balance}>
            <dt>{t('topup.balance')}</dt>
            <dd data-testid="figure-quota">{self.data ? formatQuota(self.data.quota, display) : <span className={classes.bone} />}</dd>
          </dl>
        )}
        <RedeemForm isBusy={redeem.isPending} onRedeem={(key, onAccepted) => redeem.mutate({ body: { key } }, { onSuccess: onAccepted })} />
        <Buy />
        <div className={classes.links}>
          <Link to={logWith({ type: LogType.topUp })}>{t('topup.history')}</Link>
          <Link to={pathOf('statement')} data-testid="link-statement">
            {t('topup.statement')}
          </Link>
        </div>
      </section>
    </>
  )
}
