import { beforeEach, describe, expect, it } from 'bun:test'
import { createGatheredLookup } from './gathered-lookup.ts'

let now: number
let queries: (readonly string[])[]
let moment: PromiseWithResolvers<void>

beforeEach(() => {
  now = 0
  queries = []
  moment = Promise.withResolvers<void>()
})

const lookup = () =>
  createGatheredLookup({
    query: async (keys) => {
      queries.push(keys)
      return new Map(keys.filter((key) => key.startsWith('right')).map((key) => [key, key.toUpperCase()]))
    },
    clock: () => now,
    pause: () => moment.promise,
  })

const keys = (count: number, name = 'wrong') => Array.from({ length: count }, (_, index) => `${name} ${index}`)

describe('AN-30 keys that are looked up', () => {
  it('go to the database one by one as long as few are wrong', async () => {
    const find = lookup()
    for (const key of keys(1000, 'right')) expect(await find(key)).toBe(key.toUpperCase())
    for (const key of keys(100)) expect(await find(key)).toBeUndefined()
    expect(queries.map(({ length }) => length)).toEqual(Array(1100).fill(1))
  })

  it('go together when ten thousand come within a second, and a right one among them is found', async () => {
    const find = lookup()
    const answers = Promise.all([...keys(9999), 'right one'].map(find))
    moment.resolve()
    const found = await answers
    expect([found.filter((row) => row !== undefined), found.at(-1)]).toEqual([['RIGHT ONE'], 'RIGHT ONE'])
    expect(queries.length).toBe(100 + 99)
    expect(Math.max(...queries.map(({ length }) => length))).toBe(100)
  })

  it('go one by one again in the next second', async () => {
    const find = lookup()
    await Promise.all(keys(100).map(find))
    now = 1000
    expect(await find('right one')).toBe('RIGHT ONE')
  })

  it('go together until the second is over', async () => {
    now = 1000
    const find = lookup()
    await Promise.all(keys(100).map(find))
    now = 1999
    const late = find('right one')
    expect(queries).toHaveLength(100)
    moment.resolve()
    expect([await late, queries.length]).toEqual(['RIGHT ONE', 101])
  })

  it('are asked for again after the database has failed', async () => {
    let isDown = true
    const find = createGatheredLookup({
      query: async (asked) => {
        if (isDown) throw new Error('down')
        return new Map(asked.map((key) => [key, key]))
      },
      clock: () => now,
      pause: async () => undefined,
    })
    const failed = await Promise.allSettled(keys(300).map(find))
    expect(failed.every(({ status }) => status === 'rejected')).toBe(true)
    isDown = false
    expect(await find('any')).toBe('any')
  })
})
