import { importPriceList, previewPriceList } from '@weir/contract/prices/price-import'
import type { Options } from '@weir/store/repositories/options'
import { importList, previewImport } from '../../prices/import-prices.ts'
import type { LiveSettings } from '../../settings/live-settings.ts'
import { route, type Route } from '../route.ts'

interface Dependencies {
  readonly options: Options
  readonly settings: LiveSettings
}

/** A price list in two steps: what it would change, and exactly that. */
export const priceImportRoutes = ({ options, settings }: Dependencies): readonly Route[] => [
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
    await settings.refresh()
    return { saved }
  }),
]
