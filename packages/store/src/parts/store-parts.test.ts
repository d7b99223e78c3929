import { expect, it } from 'bun:test'
import type { StoreParts } from './store-parts.ts'
import { describeStore } from '../testing/store-harness.ts'
import { outcomeOf } from '../../../../tools/testing/outcome-of.ts'

const SAVER = { id: 1, role: 100 }
const entry = (object: string) => ({
  actorId: 0,
  actorName: 'command',
  credential: 'command',
  address: '',
  requestId: '',
  action: 'option.set',
  object,
  before: '',
  after: '',
})
const budget = { scope: 'group', scopeKey: 'default', model: '', unit: 'requests', period: 'day', limit: 3, isHard: true } as const

describeStore('parts of a store in one transaction', (harness) => {
  const set = ({ options }: Pick<StoreParts, 'options'>, value: string) =>
    options.set([{ name: 'SystemName', value, isSecret: false }], SAVER)
  const nameNow = async (): Promise<string | undefined> =>
    (await harness.store.options.all()).find(({ name }) => name === 'SystemName')?.value
  const entries = async (): Promise<number> => (await harness.store.audit.head()).entries

  const changeAll = async (parts: StoreParts, name: string): Promise<void> => {
    await set(parts, name)
    await parts.budgetList.create(budget, () => [entry('budget')])
    await parts.audit.add([entry('option SystemName')])
  }

  it('are written whole, or not at all where the work fails at its end', async () => {
    await set(harness.store, 'before')
    const before = await entries()
    const failed = harness.store.atomically(async (parts) => {
      await changeAll(parts, 'after')
      throw new Error('stopped')
    })
    expect(await outcomeOf(failed)).toThrow('stopped')
    expect([await nameNow(), await harness.store.budgetList.count({}), await entries()]).toEqual(['before', 0, before])
    await harness.store.atomically((parts) => changeAll(parts, 'after'))
    expect([await nameNow(), await harness.store.budgetList.count({}), await entries()]).toEqual(['after', 1, before + 2])
    expect((await harness.store.audit.verify()).broken).toBeUndefined()
  })

  it('read what they have written', async () => {
    await set(harness.store, 'before')
    const seen = await harness.store.atomically(async (parts) => {
      await set(parts, 'after')
      return (await parts.options.all()).find(({ name }) => name === 'SystemName')?.value
    })
    expect([seen, await nameNow()]).toEqual(['after', 'after'])
  })

  it('are changed by one at a time: what is read stays true until the end', async () => {
    const add = () =>
      harness.store.atomically(async (parts) => {
        const read = (await parts.options.all()).find(({ name }) => name === 'SystemName')?.value ?? '0'
        await set(parts, String(Number(read) + 1))
      })
    await set(harness.store, '0')
    await Promise.all(Array.from({ length: 8 }, add))
    expect(await nameNow()).toBe('8')
  })

  it('and changes of others that want the same rows all end', async () => {
    const others = Array.from({ length: 6 }, (_, index) =>
      harness.store.budgetList.create({ ...budget, limit: index + 1 }, () => [entry(`budget ${index}`)]),
    )
    const together = Array.from({ length: 3 }, (_, index) =>
      harness.store.atomically(async (parts) => {
        await parts.audit.add([entry(`first ${index}`)])
        await changeAll(parts, `name ${index}`)
      }),
    )
    await Promise.all([...others, ...together])
    expect(await harness.store.budgetList.count({ period: 'day' })).toBeGreaterThanOrEqual(9)
    expect((await harness.store.audit.verify()).broken).toBeUndefined()
  }, 180_000)
})
