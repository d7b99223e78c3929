import { expect, it } from 'bun:test'
import type { Store } from '../open-store.ts'
import { describeStore } from '../testing/store-harness.ts'
import type { Trace } from './traced.ts'

const ORIGIN = { actorId: 1, actorName: 'root', credential: 'session', address: '::1', requestId: 'r', before: '', after: '' }

const TOKEN = { name: 't', expiredTime: -1, remainQuota: 5, isUnlimited: false, models: '', subnet: '' }
const TEXTS = { baseUrl: '', other: '', models: 'gpt-4o', group: 'default', modelMapping: '', config: '', systemPrompt: '' }
const CHANNEL = { type: 1, name: 'c', weight: 0, priority: 0, key: 'k1', ...TEXTS }

const TABLES = ['users', 'tokens', 'channels', 'channel_keys', 'sessions', 'totp_secrets', 'recovery_codes', 'passkeys'] as const

interface Things {
  readonly store: Store
  readonly userId: number
  readonly tokenId: number
  readonly channelId: number
  readonly trace: Trace<unknown>
}

/** Each of them changes something in every fresh set of things. */
const CHANGES: Readonly<Record<string, (things: Things) => Promise<unknown>>> = {
  'a new token': ({ store, userId, trace }) => store.tokens.create(userId, crypto.randomUUID(), { ...TOKEN, trace }),
  'an edited token': ({ store, userId, tokenId, trace }) => store.tokens.update(userId, tokenId, { ...TOKEN, remainQuota: 9, trace }),
  'a switched token': ({ store, userId, tokenId, trace }) => store.tokens.setStatus(userId, tokenId, { status: 2, trace }),
  'a new key of a token': ({ store, userId, tokenId, trace }) =>
    store.tokens.replaceKey(userId, tokenId, { key: crypto.randomUUID(), graceSeconds: 60, trace }),
  'a deleted token': ({ store, userId, tokenId, trace }) => store.tokens.softDelete(userId, tokenId, trace),
  'a new channel': ({ store, trace }) => store.channels.createMany([CHANNEL], trace),
  'an edited channel': ({ store, channelId, trace }) => store.channels.update(channelId, { name: 'other', key: 'k9' }, trace),
  'channels edited in bulk': ({ store, channelId, trace }) =>
    store.channels.changeMany([{ id: channelId, before: { priority: 0 }, after: { priority: 3 } }], trace),
  'a further key': ({ store, channelId, trace }) => store.channelKeys.add(channelId, [{ key: 'k3', isKeyReference: false }], trace),
  'a switched key': ({ store, channelId, trace }) => store.channelKeys.switch({ channelId, keyId: 0, to: 'off' }, trace),
  'a removed key': ({ store, channelId, trace }) => store.channelKeys.remove(channelId, 0, trace),
  'the mode of the keys': ({ store, channelId, trace }) => store.channelKeys.setMode(channelId, 'random', trace),
  'a new account': ({ store, trace }) =>
    store.accounts.open(
      { user: { username: crypto.randomUUID(), passwordHash: '', displayName: 'd', role: 1 }, tokenKey: crypto.randomUUID(), credits: [] },
      trace,
    ),
  'an edited account': ({ store, userId, trace }) =>
    store.userEdits.edit({ id: userId, guard: { roleBelow: 10 }, profile: { displayName: 'new' }, rank: { status: 2 }, trace }),
  'the own account': ({ store, userId, trace }) =>
    store.userEdits.editOwn({ id: userId, profile: { displayName: 'new' }, passwordHash: 'new', trace }),
  'an access token': ({ store, userId, trace }) => store.users.setAccessToken(userId, crypto.randomUUID(), { trace }),
  'a secret for codes': ({ store, userId, trace }) => store.factors.offerTotp(userId, 'SECRET', trace),
  'recovery codes': ({ store, userId, trace }) => store.factors.replaceRecoveryCodes(userId, ['one'], trace),
  'a passkey': ({ store, userId, trace }) =>
    store.passkeys.add({ userId, credentialId: crypto.randomUUID(), publicKey: 'p', counter: 0, transports: [], name: 'n' }, trace),
  'ended sessions': ({ store, userId, trace }) => store.sessions.deleteForUser(userId, trace),
  'choices of mails': ({ store, userId, trace }) => store.mailChoices.set(userId, { budget: false }, trace),
}

describeStore('a change and its entry in the audit trail', (harness) => {
  const thingsOf = async (store: Store, trace: Trace<unknown>): Promise<Things> => {
    const userId = await harness.user(100)
    const { id: tokenId } = await store.tokens.create(userId, crypto.randomUUID(), TOKEN)
    const [channelId = 0] = await store.channels.createMany([{ ...CHANNEL, furtherKeys: [{ key: 'k2', isKeyReference: false }] }])
    const life = { authVersion: 0, expiresAt: harness.nowSeconds + 600, address: '', agent: '' }
    await store.sessions.create({ idHash: crypto.randomUUID(), userId, ...life })
    return { store, userId, tokenId, channelId, trace }
  }

  const rows = () =>
    harness.raw(async ({ kysely }) => {
      const read = TABLES.map(async (table) =>
        (await kysely.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row)).toSorted(),
      )
      return await Promise.all(read)
    })

  const failing: Trace<unknown> = () => {
    throw new Error('killed between the change and its entry')
  }

  for (const [name, change] of Object.entries(CHANGES))
    it(`are both there or neither: ${name}`, async () => {
      const { store } = harness
      const things = await thingsOf(store, failing)
      const before = await rows()
      expect(await change(things).catch((error: unknown) => String(error))).toBe('Error: killed between the change and its entry')
      expect(await rows()).toEqual(before)
      const { entries } = await store.audit.head()
      await change({ ...things, trace: () => [{ ...ORIGIN, action: 'test', object: name }] })
      expect(await rows()).not.toEqual(before)
      expect((await store.audit.head()).entries).toBe(entries + 1)
    })

  it('keep to one chain when all kinds of change are made at once by two nodes', async () => {
    const database = harness.database
    const other = await harness.open(database, { nodeId: 'node-2' })
    const { entries } = await harness.store.audit.head()
    const trace = (name: string) => () => [{ ...ORIGIN, action: 'at once', object: name }]
    const made = await Promise.all(
      Object.keys(CHANGES).flatMap((name) =>
        [harness.store, other].map(async (store) => ({ name, things: await thingsOf(store, trace(name)) })),
      ),
    )
    await Promise.all(made.map(({ name, things }) => CHANGES[name]?.(things)))
    expect(await other.audit.verify()).toMatchObject({ broken: undefined, head: { entries: entries + 2 * Object.keys(CHANGES).length } })
  }, 180_000)
})
