import { isAdmin } from '@weir/contract/user'
import { formatNumber, formatQuota } from '@weir/contract/values/format'
import type { SessionUser } from '@weir/contract/session'
import { getOverview, type Overview as OverviewData } from '@weir/contract/overview'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { CopyField } from '../../shared/clipboard/copy-field.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { useQuotaDisplay } from '../../shared/session/use-session.ts'
import { apiBaseUrlOf, useServerAddress } from '../../shared/site/gateway.ts'
import { FailedState } from '../../shared/ui/page/state.tsx'
import classes from './home.module.css'
import { Notice } from './notice.tsx'
import { QuickStart } from './quick-start.tsx'
import { SetupCard } from './setup/setup-card.tsx'

const Figure = ({ name, label, value }: { readonly name: string; readonly label: string; readonly value: string | undefined }) => (
  <div className={classes.figure}>
    <dt>{label}</dt>
    <dd data-testid={`figure-${name}`}>{value ?? <span className={classes.bone} />}</dd>
  </div>
)

const Figures = ({ data }: { readonly data: OverviewData | null | undefined }) => {
  const t = useText()
  const display = useQuotaDisplay()
  return (
    <dl className={classes.figures}>
      <Figure name="balance" label={t('home.balance')} value={data ? formatQuota(data.quota, display) : undefined} />
      <Figure name="used" label={t('home.used')} value={data ? formatQuota(data.used_quota, display) : undefined} />
      <Figure name="requests" label={t('home.requests')} value={data ? formatNumber(data.request_count) : undefined} />
    </dl>
  )
}

/** What a user needs first: the balance, a request that works, the address, and what the operator has to say. */
export const Overview = ({ user }: { readonly user: SessionUser }) => {
  const t = useText()
  const address = useServerAddress()
  const { data, isPending, isError, refetch } = useEndpoint(getOverview, {})
  // Whether there is a checklist above the rest is not known before: nothing may move when it comes.
  const isHeld = isPending && isAdmin(user.role)
  return (
    <div className={classes.overview}>
      <h2 className={classes.greeting}>{t('home.greeting', { name: user.display_name || user.username })}</h2>
      {data?.setup && <SetupCard state={data.setup} tokens={data.tokens} />}
      <div className={classes.main} hidden={isHeld}>
        {isError && !data ? (
          <section className={classes.surface}>
            <FailedState onRetry={() => void refetch()} />
          </section>
        ) : (
          <>
            <Figures data={data} />
            <QuickStart data={data} address={address} />
          </>
        )}
      </div>
      <div className={classes.aside} hidden={isHeld}>
        <Notice />
        <section className={classes.surface}>
          <h3 className={classes.heading}>{t('home.baseUrl')}</h3>
          <p className={classes.hint}>{t('home.baseUrlHelp')}</p>
          <CopyField name="base-url" label={t('home.baseUrl')} value={apiBaseUrlOf(address)} />
        </section>
      </div>
    </div>
  )
}
