import { counted } from '@weir/contract/values/counted'
import type { ModelSheet } from '@weir/contract/catalog/entry'
import { Role } from '@weir/contract/user'
import type { Options, Saver } from '@weir/store/repositories/options'
import { changeOf, SHEETS_OPTION, sheetsIn, sheetsText } from '../own-prices.ts'
import { comparePrices, readPriceList, type PriceChange } from '../price-lists.ts'
import { ListUnavailable } from './fetch-list.ts'
import { newsChange, NEWS_ROW, readNews, type PriceNews } from './price-news.ts'
import { isSmallChange } from './small-change.ts'

/** What the server does by itself is done with root's rights. */
const SAVER = { id: 0, role: Role.root }

export interface CheckedList {
  readonly address: string
  readonly nowSeconds: number
  /** Undefined: prices are only told of. */
  readonly maxChange: number | undefined
}

export interface CheckOutcome {
  readonly before: PriceNews | undefined
  readonly after: PriceNews
}

const sheetsOf = (text: string): readonly ModelSheet[] => {
  const list = readPriceList(text)
  if ('kind' in list) throw new ListUnavailable(list.kind === 'no-json' ? `line ${list.line} is not valid JSON` : 'it is no price list')
  const [first] = list.problems
  if (first !== undefined)
    throw new ListUnavailable(
      `${counted(list.problems.length, 'model is', 'models are')} wrong, the first is ${first.name}: ${first.reason}`,
    )
  return list.sheets
}

const NONE = { added: 0, changed: 0, since: 0, applied: 0, appliedAt: 0 }

/** What was known of another address is not news of this one. */
const known = (text: string | undefined, address: string): PriceNews | undefined => {
  const news = readNews(text)
  return news?.address === address ? news : undefined
}

const entryOf = (address: string, figures: { readonly before: number; readonly after: number; readonly saved: number }) => ({
  actorId: 0,
  actorName: 'schedule',
  credential: 'schedule',
  address: '',
  requestId: '',
  action: 'price.import',
  object: `price list ${address}`,
  before: JSON.stringify({ sheets: figures.before }),
  after: JSON.stringify({ sheets: figures.after, saved: figures.saved }),
})

/** Saves what may be saved and writes down what is left, in one transaction with the entry of the audit trail. */
export const checkList = (options: Options, text: string, { address, nowSeconds, maxChange }: CheckedList): Promise<CheckOutcome> => {
  const list = sheetsOf(text)
  return options.edit([SHEETS_OPTION, NEWS_ROW], SAVER, (stored) => {
    const before = known(stored.get(NEWS_ROW), address)
    const own = sheetsIn(stored.get(SHEETS_OPTION) ?? '')
    const { added, changed } = comparePrices(list, own)
    const isTaken = ({ sheet, before: price }: PriceChange): boolean =>
      maxChange !== undefined && (price === undefined || isSmallChange(price, sheet.price, maxChange))
    const taken = [...added, ...changed].filter(isTaken)
    const left = { added: added.filter((change) => !isTaken(change)).length, changed: changed.filter((change) => !isTaken(change)).length }
    const isOld = before?.added === left.added && before.changed === left.changed
    const after: PriceNews = {
      ...NONE,
      ...before,
      address,
      ...left,
      checkedAt: nowSeconds,
      since: isOld ? before.since : nowSeconds,
      ...(taken.length > 0 && { applied: taken.length, appliedAt: nowSeconds }),
      failure: '',
    }
    if (taken.length === 0) return { changes: [newsChange(after)], result: { before, after } }
    const sheets = new Map([...own, ...taken.map(({ sheet }) => [sheet.model, sheet] as const)])
    const figures = { before: own.size, after: sheets.size, saved: taken.length }
    return {
      changes: [changeOf(SHEETS_OPTION, sheetsText(sheets)), newsChange(after)],
      result: { before, after },
      trace: () => [entryOf(address, figures)],
    }
  })
}

/** What was known before stays known. */
export const recordFailure = (options: Options, failure: string, { address, nowSeconds }: CheckedList): Promise<CheckOutcome> =>
  options.edit([NEWS_ROW], SAVER, (stored) => {
    const before = known(stored.get(NEWS_ROW), address)
    const after: PriceNews = { ...NONE, ...before, address, checkedAt: nowSeconds, failure }
    return { changes: [newsChange(after)], result: { before, after } }
  })

/** Somebody has looked at all of it. */
export const clearNews = (options: Options, saver: Saver): Promise<void> =>
  options.edit([NEWS_ROW], saver, (stored) => {
    const news = readNews(stored.get(NEWS_ROW))
    return { changes: news === undefined ? [] : [newsChange({ ...news, added: 0, changed: 0 })], result: undefined }
  })
