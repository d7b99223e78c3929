import { fetchScheduledList, importPriceList, previewPriceList, priceListNews } from '@weir/contract/prices/price-import'
import { Refusal } from '@weir/contract/errors'
import type { Options } from '@weir/store/repositories/options'
import { importList, previewImport } from '../../prices/import-prices.ts'
import { ListUnavailable, type FetchList } from '../../prices/scheduled/fetch-list.ts'
import { clearNews } from '../../prices/scheduled/check-list.ts'
import { NEWS_ROW, readNews } from '../../prices/scheduled/price-news.ts'
import type { LiveSettings } from '../../settings/live-settings.ts'
import { route, type Route } from '../route.ts'

interface Dependencies {
  readonly options: Options
  readonly settings: LiveSettings
  readonly fetchList: FetchList
}

/** A price list in two steps: what it would change, and exactly that. */
export const priceImportRoutes = ({ options, settings, fetchList }: Dependencies): readonly Route[] => [
  route(previewPriceList, async ({ body: { text } }, { language }) => {
    await settings.refresh()
    return previewImport(text, language, settings.current())
  }),
  route(importPriceList, async ({ body }, { actor, language, trace }) => {
    const { saved } = await importList(options, actor, {
      ...body,
      language,
      trace: trace(({ before, after, saved: taken }) => [
        { object: 'price list', before: { sheets: before }, after: { sheets: after, saved: taken } },
      ]),
    })
    if (body.scheduled) await clearNews(options, actor)
    await settings.refresh()
    return { saved }
  }),
  route(priceListNews, async () => {
    const address = settings.current().text('PriceListAddress')
    const news = readNews((await options.all()).find(({ name }) => name === NEWS_ROW)?.value)
    if (news === undefined || news.address !== address) return null
    const { checkedAt: checked_at, appliedAt: applied_at, ...figures } = news
    return { ...figures, checked_at, applied_at }
  }),
  route(fetchScheduledList, async () => {
    const address = settings.current().text('PriceListAddress')
    if (address === '') throw new Refusal('price-list-unset')
    const text = await fetchList(address).catch((error: unknown) => {
      if (error instanceof ListUnavailable) throw new Refusal('price-list-unread', { address, reason: error.message })
      throw error
    })
    return { text }
  }),
]
