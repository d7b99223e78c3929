import { expect, it } from 'bun:test'
import { newsChange, readNews, type PriceNews } from './price-news.ts'

const news: PriceNews = {
  address: 'https://prices.example/list.json',
  checkedAt: 7,
  added: 1,
  changed: 2,
  since: 5,
  applied: 3,
  appliedAt: 6,
  failure: '',
}

it('is kept in a row of its own among the options, which is no secret, and read back', () => {
  const change = newsChange(news)
  expect(change).toMatchObject({ name: 'PriceListNews', isSecret: false })
  expect(readNews(change.value)).toEqual(news)
})

it.each([undefined, '', '{', '[]', '{"address":"a"}', JSON.stringify({ ...news, added: '1' })])(
  'is none where the row reads %j',
  (text) => {
    expect(readNews(text)).toBeUndefined()
  },
)
