import { expect, it } from 'bun:test'
import { describeStore } from '../testing/test-bed.ts'

describeStore('options', (bed) => {
  it('keeps plain and secret values, newest wins', async () => {
    await bed.store.options.set([
      { name: 'Notice', value: '公告 🙂', isSecret: false },
      { name: 'SMTPToken', value: 'secret', isSecret: true },
    ])
    await bed.store.options.set([{ name: 'Notice', value: '', isSecret: false }])
    expect(await bed.store.options.all()).toEqual([
      { name: 'Notice', value: '', isSecret: false },
      { name: 'SMTPToken', value: 'secret', isSecret: true },
    ])
    expect(await bed.store.options.delete('Notice')).toBe(true)
    expect(await bed.store.options.delete('Notice')).toBe(false)
  })

  it('raises its revision with every change', async () => {
    const before = await bed.store.options.revision()
    await bed.store.options.set([{ name: 'A', value: '1', isSecret: false }])
    expect(await bed.store.options.revision()).toBe(before + 1)
  })

  it('keeps the check of the root key out of reach', async () => {
    await expect(bed.store.options.set([{ name: 'key_check', value: 'x', isSecret: false }])).rejects.toThrow(RangeError)
    expect(await bed.store.options.delete('key_check')).toBe(false)
    await bed.open(bed.database, { nodeId: 'again' })
  })

  it('takes the same new option from many writers', async () => {
    const writes = Array.from({ length: 20 }, (_, index) =>
      bed.store.options.set([{ name: 'Race', value: String(index), isSecret: false }]),
    )
    await Promise.all(writes)
    expect((await bed.store.options.all()).filter((option) => option.name === 'Race')).toHaveLength(1)
  })
})
