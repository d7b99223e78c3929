import { expect, it } from 'bun:test'
import { describeStore } from './testing/store-harness.ts'

/** Wildcards, quotes, escapes, other scripts, right-to-left, combining marks, emoji with joiners, look-alikes, blanks of every kind. */
const HARD = [
  '%',
  '_',
  '100%_',
  '\\',
  '\\%',
  '|',
  '|%',
  "'",
  '"',
  '`',
  "'; drop table users; --",
  '用户名',
  'مستخدم',
  'שלום ‮abc',
  'e\u0301',
  'é',
  '👩‍👩‍👧‍👦',
  '🙂',
  'ﬃ',
  '\t',
  '\u00a0x\u00a0',
  '​zero',
  '𝒲𝑒𝒾𝓇',
  '1e309',
  '9007199254740993',
  'NULL',
] as const

/** Two of them read alike, which names may not. */
const usernameOf = (text: (typeof HARD)[number]): string => `u${HARD.indexOf(text)} ${text}`

describeStore('hard texts', (harness) => {
  it('IN-10 are names like any other: stored as they are and found again alone', async () => {
    for (const text of HARD) {
      const keys = [crypto.randomUUID()]
      await harness.store.redemptions.createMany({ creatorId: 1, name: text, quota: 1, keys })
      const id = await harness.store.users.create({ username: usernameOf(text), passwordHash: '', displayName: text, role: 1 })
      expect((await harness.store.users.findByName(usernameOf(text)))?.user.id).toBe(id)
      expect((await harness.store.users.findById(id))?.user.display_name).toBe(text)
    }
    const names = (await harness.store.redemptions.list({ offset: 0, limit: 100 })).map(({ name }) => name)
    expect(names.toReversed()).toEqual([...HARD])
    for (const text of HARD) {
      const found = await harness.store.redemptions.search(text, { offset: 0, limit: 100 })
      const expected = HARD.filter((name) => name.startsWith(text))
      expect(found.map(({ name }) => name).filter((name) => name.startsWith(text))).toEqual(expected.toReversed())
      expect(found.every(({ name }) => name.toLowerCase().startsWith(text.toLowerCase()))).toBe(true)
      expect((await harness.store.users.search(usernameOf(text), { offset: 0, limit: 100 })).map(({ username }) => username)).toContain(
        usernameOf(text),
      )
    }
  })

  it('IN-10 are options, channels and log filters like any other', async () => {
    const all = HARD.join(' ')
    const written = [
      { name: 'Notice', value: all, isSecret: false },
      { name: 'SMTPToken', value: all, isSecret: true },
    ]
    await harness.store.options.set(written, { id: 1, role: 100 })
    expect(await harness.store.options.all()).toMatchObject([{ value: all }, { value: all }])
    for (const text of HARD) {
      await harness.store.logs.add({ userId: 1, username: text, type: 3, content: `content ${text}`, modelName: text })
      expect(await harness.store.logs.list({ username: text }, { offset: 0, limit: 10 })).toMatchObject([
        { username: text, model_name: text },
      ])
      expect(await harness.store.logs.list({ modelName: text, tokenName: text }, { offset: 0, limit: 10 })).toEqual([])
      const found = await harness.store.logs.search(`content ${text}`, 100)
      expect(found.map(({ content }) => content)).toContain(`content ${text}`)
    }
  })
})
