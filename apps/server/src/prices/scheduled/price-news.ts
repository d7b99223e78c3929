import { parseJson } from '@weir/dialects/json'
import { z } from 'zod'

/** Stands among the options, where it is no option: nobody sets it. */
export const NEWS_ROW = 'PriceListNews'

const priceNews = z.object({
  address: z.string(),
  checkedAt: z.int(),
  /** Not in force, and waiting for somebody to look at them. */
  added: z.int(),
  changed: z.int(),
  /** Since when there is this much news. */
  since: z.int(),
  /** By the last check that saved anything. */
  applied: z.int(),
  appliedAt: z.int(),
  /** Empty after a check that went well. */
  failure: z.string(),
})

/** What the last check of the price list has come to. */
export type PriceNews = z.output<typeof priceNews>

export const readNews = (text: string | undefined): PriceNews | undefined => {
  const parsed = priceNews.safeParse(parseJson(text ?? ''))
  return parsed.success ? parsed.data : undefined
}

export const newsChange = (news: PriceNews) => ({ name: NEWS_ROW, value: JSON.stringify(news), isSecret: false })
