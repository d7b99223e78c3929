import { describe, expect, it } from 'bun:test'
import { settingsFrom } from '../settings/settings.ts'
import { allPages, choiceIn, limitIn, quotaIn, wholeIn } from './amounts.ts'

describe('a whole number', () => {
  it('is read with its sign, as far as numbers are exact', () => {
    expect([wholeIn('--x', '0'), wholeIn('--x', '-7'), wholeIn('--x', '9007199254740991')]).toEqual([0, -7, 9_007_199_254_740_991])
  })

  it.each(['', '1.5', '1e3', ' 1', '+1', '9007199254740992', '10000000000000000'])('is not %p', (text) => {
    expect(() => wholeIn('--x', text)).toThrow(`--x is ${text}: give a whole number`)
  })
})

describe('a limit', () => {
  it('is at least one, and what is usual where none is given', () => {
    expect([limitIn('1'), limitIn(undefined), limitIn(undefined, 100), limitIn('7', 100)]).toEqual([1, Infinity, 100, 7])
    expect(() => limitIn('0')).toThrow('--limit is 0: give a whole number from 1 on')
    expect(() => limitIn('-1')).toThrow('--limit is -1: give a whole number from 1 on')
  })
})

describe('one of several words', () => {
  it('is taken as it is written', () => {
    expect(choiceIn('--role', 'admin', ['user', 'admin'])).toBe('admin')
    expect(() => choiceIn('--role', 'Admin', ['user', 'admin'])).toThrow('--role is Admin: give user, admin')
  })
})

describe('an amount', () => {
  const settings = settingsFrom(new Map([['QuotaPerUnit', '1000']]))
  const read = (text: string) => quotaIn('the amount', text, settings)

  it('is units, or dollars with at most six digits behind the point', () => {
    expect([read('0'), read('5'), read('5usd'), read('2.5USD'), read('0.000600usd'), read('1.0005usd')]).toEqual([
      0, 5, 5000, 2500, 1, 1001,
    ])
  })

  it.each(['', '-5', '1.5', '5eur', '.5usd', '1.0000001usd', '9007199254740992', '9007199254740991usd'])('is not %p', (text) => {
    expect(() => read(text)).toThrow(`the amount is ${text}: give whole units, or dollars such as 5usd`)
  })
})

describe('all pages', () => {
  const rows = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ id: from + at }))
  const read = (pages: readonly (readonly { readonly id: number }[])[]) => {
    const asked: string[] = []
    return {
      asked,
      page: ({ p, page_size: size }: { readonly p: number; readonly page_size: number }) => {
        asked.push(`${p}:${size}`)
        return Promise.resolve(pages[p] ?? [])
      },
    }
  }

  it('are read until one is not full, and a row that slipped to the next one is taken once', async () => {
    const { asked, page } = read([rows(1, 100), rows(100, 100), rows(200, 99)])
    expect((await allPages(page, Infinity)).map(({ id }) => id)).toEqual(rows(1, 298).map(({ id }) => id))
    expect(asked).toEqual(['0:100', '1:100', '2:100'])
  })

  it('are read no further than there is something wanted', async () => {
    const { asked, page } = read([rows(1, 100), rows(101, 100)])
    expect(await allPages(page, 100)).toHaveLength(100)
    expect(asked).toEqual(['0:100'])
    expect(await allPages(page, 101)).toHaveLength(101)
    expect(asked).toEqual(['0:100', '0:100', '1:100'])
  })
})
