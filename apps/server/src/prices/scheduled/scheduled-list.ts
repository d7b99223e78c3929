import type { Options } from '@weir/store/repositories/options'
import type { RateCounts } from '@weir/store/repositories/rate-counts'
import { isPriceListConfirmed } from '../../settings/confirmed-services.ts'
import type { Settings } from '../../settings/settings.ts'
import { checkList, recordFailure, type CheckOutcome } from './check-list.ts'
import { ListUnavailable, type FetchList } from './fetch-list.ts'
import type { PriceNews } from './price-news.ts'

const DAY_SECONDS = 86_400
/** After a crash or a failure the next try waits this long. */
const RETRY_SECONDS = 3600

interface Notice {
  readonly subject: string
  readonly text: string
}

export interface ScheduledList {
  readonly turns: Pick<RateCounts, 'take' | 'prolong'>
  readonly options: Options
  readonly settings: () => Settings
  readonly fetchList: FetchList
  readonly notifyRoot: (notice: Notice) => Promise<void>
  readonly clock: () => number
}

const failureNotice = ({ address, failure }: PriceNews, systemName: string): Notice => ({
  subject: `${systemName} 价格表未能读取 / Price list not read`,
  text: `价格表 ${address} 未能读取：${failure}。一小时后重试。 / The price list ${address} was not read: ${failure}. It is tried again in an hour.`,
})

const newsNotice = ({ address, added, changed }: PriceNews, systemName: string): Notice => ({
  subject: `${systemName} 价格表有变化 / Price list has changed`,
  text: `价格表 ${address}：${added} 个新模型，${changed} 个价格变化尚未生效。请在价格页面查看。 / Price list ${address}: ${added} new and ${changed} changed prices are not in force. Look at them on the page of prices.`,
})

/** Told once: the same news, or the same failure, is not told again. */
const noticeOf = ({ before, after }: CheckOutcome, systemName: string): Notice | undefined => {
  if (after.failure !== '') return after.failure === before?.failure ? undefined : failureNotice(after, systemName)
  const isKnown = after.added === (before?.added ?? 0) && after.changed === (before?.changed ?? 0)
  return isKnown || after.added + after.changed === 0 ? undefined : newsNotice(after, systemName)
}

/** Reads the list when it is time to, unless another node does or has. Off while no address is set. */
export const checkListWhenDue = async ({ turns, options, settings, fetchList, notifyRoot, clock }: ScheduledList): Promise<void> => {
  const now = settings()
  const address = now.text('PriceListAddress')
  if (address === '' || !isPriceListConfirmed(now)) return
  const maxChange = now.isOn('PriceListApplyEnabled') ? now.number('PriceListMaxChange') : undefined
  // Another wish is not kept waiting by the turn of the one before.
  const turn = `scheduled price list ${address} ${maxChange ?? ''}`
  if ((await turns.take(turn, { max: 1, seconds: RETRY_SECONDS })) > 0) return
  const check = { address, maxChange, nowSeconds: Math.floor(clock() / 1000) }
  const run = async (): Promise<CheckOutcome> => checkList(options, await fetchList(address), check)
  const outcome = await run().catch((error: unknown) => {
    if (!(error instanceof ListUnavailable)) throw error
    return recordFailure(options, error.message, check)
  })
  if (outcome.after.failure === '') await turns.prolong(turn, now.number('PriceListDays') * DAY_SECONDS)
  const notice = noticeOf(outcome, now.text('SystemName'))
  if (notice !== undefined) await notifyRoot(notice)
}
