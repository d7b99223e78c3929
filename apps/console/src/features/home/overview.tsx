import { formatNumber, formatQuota } from '@weir/contract/values/format'
import type { SessionUser } from '@weir/contract/session'
import { getSelf, isAdmin } from '@weir/contract/user'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { CopyField } from '../../shared/clipboard/copy-field.tsx'
import { withTexts } from '../../shared/i18n/language.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useQuotaDisplay } from '../../shared/session/use-session.ts'
import { apiBaseUrlOf, useServerAddress } from '../../shared/site/gateway.ts'
import { deferred } from '../../shared/ui/page/deferred.tsx'
import classes from './home.module.css'
import { Notice } from './notice.tsx'
import { QuickStart } from './quick-start.tsx'

/** Only those who run the gateway ever load it. */
const SetupCard = deferred(async () => (await withTexts('setup', import('./setup/setup-card.tsx'))).SetupCard)

const Figure = ({ name, label, value }: { readonly name: string; readonly label: string; readonly value: string | undefined }) => (
  <div className={classes.figure}>
    <dt>{label}</dt>
    <dd data-testid={`figure-${name}`}>{value ?? <span className={classes.bone} />}</dd>
  </div>
)

const Figures = () => {
  const t = useText()
  const display = useQuotaDisplay()
  const { data } = useEndpoint(getSelf, {})
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
  return (
    <div className={classes.overview}>
      <h2 className={classes.greeting}>{t('home.greeting', { name: user.display_name || user.username })}</h2>
      {isAdmin(user.role) && <SetupCard />}
      <div className={classes.main}>
        <Figures />
        <QuickStart address={address} />
      </div>
      <div className={classes.aside}>
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
