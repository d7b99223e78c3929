import { expect, it } from 'bun:test'
import { describeStore } from '../../testing/store-harness.ts'

describeStore('saved filters of the log', (harness) => {
  it('keep the exact name, and are no more than thirty, also when two are saved at once', async () => {
    const userId = await harness.user()
    const { savedFilters } = harness.store
    for (const name of ['a', 'A', '错误']) expect(await savedFilters.save(userId, { name, query: `of ${name}` })).toBe('saved')
    expect((await savedFilters.list(userId)).map(({ name, query }) => `${name} ${query}`).toSorted()).toEqual([
      'A of A',
      'a of a',
      '错误 of 错误',
    ])
    const names = Array.from({ length: 40 }, (_, index) => `name ${index}`)
    const outcomes = await Promise.all(names.map((name) => savedFilters.save(userId, { name, query: '' })))
    expect(outcomes.filter((outcome) => outcome === 'saved')).toHaveLength(27)
    expect(await savedFilters.list(userId)).toHaveLength(30)
    expect(await savedFilters.save(userId, { name: 'A', query: 'other' })).toBe('saved')
    expect([await savedFilters.remove(userId, 'a'), await savedFilters.remove(userId, 'a')]).toEqual([true, false])
    expect((await savedFilters.list(userId)).find(({ name }) => name === 'A')?.query).toBe('other')
  })
})
