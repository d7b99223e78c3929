import { fetchScheduledList, priceListNews } from '@weir/contract/prices/price-import'
import { formatTimestamp } from '@weir/contract/values/format'
import { Alert, Button } from 'antd'
import { useAction, useEndpoint } from '../../shared/api/use-endpoint.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import classes from './pricing.module.css'

/** Longer than the server waits for the list. */
const TIMEOUT_MS = 40_000

/** What the scheduled list holds and is not in force. The difference is one click away, from the list as it is now. */
export const PriceNews = ({ onList }: { readonly onList: (text: string) => void }) => {
  const t = useText()
  const { data: news } = useEndpoint(priceListNews, {})
  const fetching = useAction(fetchScheduledList, { success: false, timeoutMs: TIMEOUT_MS, onDone: ({ text }) => onList(text) })
  if (news === undefined || news === null) return null
  const { added, changed, failure } = news
  const hasNews = added + changed > 0
  if (!hasNews && failure === '') return null
  const words = { added, changed, time: formatTimestamp(news.since) }
  const show = (
    <Button size="small" loading={fetching.isPending} onClick={() => fetching.mutate({})} data-testid="btn-news">
      {t('pricing.newsShow')}
    </Button>
  )
  return (
    <Alert
      className={classes.news ?? ''}
      type="warning"
      showIcon
      title={hasNews ? t('pricing.news', words) : t('pricing.newsFailed', { time: formatTimestamp(news.checked_at), reason: failure })}
      description={
        hasNews && failure !== '' ? t('pricing.newsFailed', { time: formatTimestamp(news.checked_at), reason: failure }) : undefined
      }
      action={show}
      data-testid="price-news"
    />
  )
}
