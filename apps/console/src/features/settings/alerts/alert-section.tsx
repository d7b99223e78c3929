import { listAlerts } from '@weir/contract/alerts/alert'
import type { AlertTargetObject } from '@weir/contract/alerts/alert-target'
import { Button, Flex, Segmented } from 'antd'
import { useState } from 'react'
import { useEndpoint } from '../../../shared/api/use-endpoint.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { useQuotaDisplay } from '../../../shared/session/use-session.ts'
import { FailedLine } from '../../../shared/ui/page/state.tsx'
import { SettingRow, SettingSection } from '../layout/setting-section.tsx'
import classes from '../layout/settings.module.css'
import { alertStanding, alertSubject, deliveryText } from './alert-words.ts'

const PAGE_SIZE = 10

/** What is wrong now, and what was. */
export const AlertSection = ({ targets }: { readonly targets: readonly AlertTargetObject[] }) => {
  const t = useText()
  const display = useQuotaDisplay()
  const [state, setState] = useState<'open' | 'past'>('open')
  const [page, setPage] = useState(0)
  const {
    data: alerts,
    isError,
    isFetching,
    refetch,
  } = useEndpoint(listAlerts, { query: { state, p: page, page_size: PAGE_SIZE } }, { isOptional: true })
  const choose = (chosen: 'open' | 'past') => {
    setState(chosen)
    setPage(0)
  }
  const options = (['open', 'past'] as const).map((value) => ({
    value,
    label: <span data-testid={`alerts-${value}`}>{t(`alert.${value}`)}</span>,
  }))
  const hasPages = page > 0 || alerts?.length === PAGE_SIZE
  return (
    <SettingSection name="alerts" title={t('alert.list')} help={t('alert.listHelp')}>
      <Flex>
        <Segmented options={options} value={state} onChange={choose} aria-label={t('alert.list')} />
      </Flex>
      {!alerts && isError && <FailedLine isBusy={isFetching} onRetry={() => void refetch()} />}
      {alerts?.length === 0 && <p className={classes.hint}>{t(state === 'open' ? 'alert.noneOpen' : 'alert.nonePast')}</p>}
      {alerts?.map((alert) => (
        <div key={alert.id} data-testid={`alert-${alert.id}`}>
          <SettingRow title={alertSubject(alert, t)} hint={alertStanding(alert, display, t)} action={null}>
            {alert.deliveries.map((delivery) => (
              <small key={`${delivery.target_id} ${delivery.event}`}>{deliveryText(delivery, targets, t)}</small>
            ))}
          </SettingRow>
        </div>
      ))}
      {hasPages && (
        <Flex gap="small">
          <Button disabled={page === 0} onClick={() => setPage(page - 1)} data-testid="btn-alert-newer">
            {t('budget.newer')}
          </Button>
          <Button disabled={(alerts?.length ?? 0) < PAGE_SIZE} onClick={() => setPage(page + 1)} data-testid="btn-alert-older">
            {t('budget.older')}
          </Button>
        </Flex>
      )}
    </SettingSection>
  )
}
