import { expect, it } from 'bun:test'
import { describeStore } from '../testing/store-harness.ts'
import { outcomeOf } from '../../../../tools/testing/outcome-of.ts'

const ROOT = { id: 1, role: 100 }
const ADMIN = { id: 2, role: 10 }

describeStore('options', (harness) => {
  it('keeps plain and secret values, newest wins', async () => {
    const { options } = harness.store
    await options.set(
      [
        { name: 'Notice', value: '公告 🙂', isSecret: false },
        { name: 'SMTPToken', value: 'secret', isSecret: true },
      ],
      ROOT,
    )
    await options.set([{ name: 'Notice', value: '', isSecret: false }], ROOT)
    expect(await options.all()).toEqual([
      { name: 'Notice', value: '', isSecret: false, isConfirmed: true, isWithheld: false },
      { name: 'SMTPToken', value: 'secret', isSecret: true, isConfirmed: true, isWithheld: false },
    ])
    expect(await options.delete('Notice')).toBe(true)
    expect(await options.delete('Notice')).toBe(false)
  })

  it('saves nothing together with what is no option', async () => {
    const { options } = harness.store
    const before = await options.revision()
    const pair = [
      { name: 'Beside', value: '1', isSecret: false },
      { name: 'key_check', value: 'x', isSecret: false },
    ]
    expect(await options.set(pair, ROOT).catch(String)).toBe('RangeError: key_check is not an option')
    expect([await options.revision(), (await options.all()).some(({ name }) => name === 'Beside')]).toEqual([before, false])
  })

  it('raises its revision with every change', async () => {
    const before = await harness.store.options.revision()
    await harness.store.options.set([{ name: 'A', value: '1', isSecret: false }], ROOT)
    expect(await harness.store.options.revision()).toBe(before + 1)
  })

  it('keeps the check of the root key out of reach', async () => {
    expect(await outcomeOf(harness.store.options.set([{ name: 'key_check', value: 'x', isSecret: false }], ROOT))).toThrow(RangeError)
    expect(await harness.store.options.delete('key_check')).toBe(false)
    await harness.open(harness.database, { nodeId: 'again' })
  })

  it('takes the same new option from many writers', async () => {
    const writes = Array.from({ length: 20 }, (_, index) =>
      harness.store.options.set([{ name: 'Race', value: String(index), isSecret: false }], ROOT),
    )
    await Promise.all(writes)
    expect((await harness.store.options.all()).filter((option) => option.name === 'Race')).toHaveLength(1)
  })

  it('loses no edit of many at once', async () => {
    const { options } = harness.store
    const append = (letter: string) =>
      options.edit(['Word'], ADMIN, (stored) => {
        const value = `${stored.get('Word') ?? ''}${letter}`
        return { changes: [{ name: 'Word', value, isSecret: false }], result: value.length }
      })
    const lengths = await Promise.all([...'abcdefghijkl'].map(append))
    expect(lengths.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect([...((await optionNamed('Word'))?.value ?? '')].toSorted().join('')).toBe('abcdefghijkl')
  })

  it('saves nothing of an edit that is refused half-way', async () => {
    const { options } = harness.store
    await options.set([{ name: 'Kept', value: 'before', isSecret: false }], ROOT)
    const before = await options.revision()
    const refused = options.edit(['Kept'], ROOT, () => {
      throw new Error('no')
    })
    expect(await outcomeOf(refused)).toThrow('no')
    const half = options.edit(['Kept'], ROOT, () => ({
      changes: [
        { name: 'Kept', value: 'after', isSecret: false },
        { name: 'key_check', value: 'x', isSecret: false },
      ],
      result: 0,
    }))
    expect(await outcomeOf(half)).toThrow(RangeError)
    expect([(await optionNamed('Kept'))?.value, await options.revision()]).toEqual(['before', before])
  })

  const optionNamed = async (name: string) => (await harness.store.options.all()).find((option) => option.name === name)

  it('is confirmed while root was the last to change it; the same plain value again changes nothing', async () => {
    const { options } = harness.store
    const plain = (value: string) => [{ name: 'Address', value, isSecret: false, initial: 'start' }]
    const secret = [{ name: 'Secret', value: 's', isSecret: true }]
    const isConfirmed = async (name: string) => (await optionNamed(name))?.isConfirmed
    await options.set(plain('start'), ADMIN)
    expect(await optionNamed('Address')).toBeUndefined()
    await options.set(plain('a'), ROOT)
    await options.set(plain('a'), ADMIN)
    expect(await isConfirmed('Address')).toBe(true)
    await options.set(plain('b'), ADMIN)
    expect(await isConfirmed('Address')).toBe(false)
    await options.set(plain('b'), ROOT)
    expect(await isConfirmed('Address')).toBe(true)
    await options.set(secret, ROOT)
    await options.set(secret, ADMIN)
    expect(await isConfirmed('Secret')).toBe(false)
  })

  it('withholds a secret when its address changes, unless the same account entered it within ten minutes', async () => {
    const { options } = harness.store
    const address = (value: string) => [{ name: 'To', value, isSecret: false, withholds: ['Token'] }]
    const enter = () => options.set([{ name: 'Token', value: 't', isSecret: true }], ROOT)
    const isWithheld = async () => (await optionNamed('Token'))?.isWithheld
    await enter()
    await options.set(address('a'), ROOT)
    expect(await isWithheld()).toBe(false)
    await options.set(address('a'), ADMIN)
    expect(await isWithheld()).toBe(false)
    await options.set(address('b'), ADMIN)
    expect(await isWithheld()).toBe(true)
    await options.set(address('a'), ROOT)
    expect(await isWithheld()).toBe(true)
    await enter()
    expect(await isWithheld()).toBe(false)
    harness.nowMs += 600_000
    await options.set(address('c'), ROOT)
    expect(await isWithheld()).toBe(true)
  })
})
