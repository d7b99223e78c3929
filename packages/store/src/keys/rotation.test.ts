import { expect, it } from 'bun:test'
import { WrongKey } from '../errors.ts'
import type { Store } from '../open-store.ts'
import { TEST_ROOT_KEY } from '../testing/root-key.ts'
import { describeStore, type FreshDatabase, type StoreHarness } from '../testing/store-harness.ts'
import { createKeyring, createVault } from '../vault.ts'
import type { Database } from '../database.ts'
import type { Purpose } from '../vault/derived-keys.ts'
import { readGenerations } from './generations.ts'
import { resealTokens } from './reseal-keys.ts'
import type { TableCount } from './rotation.ts'
import { outcomeOf } from '../../../../tools/testing/outcome-of.ts'

const KEY_B = new Uint8Array(32).fill(11)
const KEY_C = new Uint8Array(32).fill(12)
const PLAIN = { name: 'token', expiredTime: -1, remainQuota: 0, isUnlimited: true, models: '', subnet: '' }
const CHANNEL = {
  type: 1,
  weight: 0,
  priority: 0,
  baseUrl: '',
  other: '',
  models: 'm',
  group: 'default',
  modelMapping: '',
  systemPrompt: '',
}
const HERE = { visitorId: 'browser', userId: 0, provider: 'github' }
const payer = (id: number) => ({ user: { id, username: 'owner' }, requestId: crypto.randomUUID(), describe: () => '' })

/** Takes turns of a node until it has seen what the database says and has confirmed it. */
const follow = async (store: Store, keys: readonly Uint8Array[]): Promise<void> => {
  for (let turn = 0; turn < 2; turn++) await store.keys.follow(() => Promise.resolve(keys))
}

const OVERRIDES = { headers: { cookie: 'a=b' }, proxyPassword: 'pass' }

/** One of everything that is sealed or looked up; what can be used once is there several times. */
const fill = async (store: Store): Promise<number> => {
  const id = await store.users.create({ username: 'owner', passwordHash: '', displayName: '', role: 1, startQuota: 0 })
  await store.users.setAccessToken(id, 'access-token-of-owner')
  await store.tokens.create(id, 'firstkeyofowner', PLAIN)
  const token = await store.tokens.create(id, 'replacedkeyofowner', PLAIN)
  await store.tokens.replaceKey(id, token.id, { key: 'newerkeyofowner', graceSeconds: 3600 })
  const channel = { ...CHANNEL, name: 'c', config: '', key: 'sk-upstream', secretConfig: '{"ak":"hidden"}', secretOverrides: OVERRIDES }
  await store.channels.createMany([{ ...channel, furtherKeys: [{ key: 'sk-further', isKeyReference: false }] }])
  await store.options.set([{ name: 'SMTPToken', value: 'mail-secret', isSecret: true }], { id: 1, role: 100 })
  const keys = ['used', 'one', 'two', 'three', 'four', 'five', 'six'].map((name) => `code-${name}`)
  await store.redemptions.createMany({ creatorId: 1, name: 'gift', quota: 5, keys })
  await store.redemptions.redeem({ key: 'code-used', ...payer(id) })
  await store.factors.offerTotp(id, 'TOTPSECRET')
  const side = { text: 'said', bytes: 4, isCut: false }
  await store.requestBodies.save({ requestId: 'request-1', userId: id, createdAt: 1, request: side, reply: side })
  await store.storedAnswers.save({ id: 'resp_1', userId: id, input: [{ a: 1 }], response: { id: 'resp_1' } }, 3_600_000)
  const target = { name: 'hook', kind: 'webhook', isEnabled: true, language: 'zh', recipient: '' } as const
  await store.alertTargets.create({ ...target, url: 'https://hook.example', secret: 'hook-secret' })
  await store.factors.replaceRecoveryCodes(id, ['r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7'])
  await store.devices.recall(id, 'laptop')
  await store.codes.admitMail('a@example.com')
  for (const turn of [1, 2, 3, 4, 5, 6]) {
    await store.codes.issue('reset', `${turn}@example.com`, '123456')
    await store.oauthStates.add(`state-${turn}`, HERE)
  }
  return id
}

/** Everything works, whatever stage the rotation is in. `turn` picks those that can be used once. */
const expectReadable = async (store: Store, id: number, turn: number): Promise<void> => {
  const found = await Promise.all(
    ['firstkeyofowner', 'replacedkeyofowner', 'newerkeyofowner', 'nokey'].map((key) => store.identities.find(key)),
  )
  expect(found.map((identity) => identity?.userId)).toEqual([id, id, id, undefined])
  expect((await store.tokens.list(id, { offset: 0, limit: 9 })).map(({ key }) => key)).toEqual(['newerkeyofowner', 'firstkeyofowner'])
  expect((await store.users.findByAccessToken('access-token-of-owner'))?.user.id).toBe(id)
  const [channel] = await store.channels.among(await store.channels.matching({ keyword: 'sk-upstream' }))
  expect(await store.channels.secretsOf(channel?.id ?? 0)).toEqual({
    key: 'sk-upstream',
    secretConfig: '{"ak":"hidden"}',
    secretOverrides: { headers: { cookie: 'a=b' }, proxyPassword: 'pass' },
  })
  expect((await store.channelKeys.all(channel?.id ?? 0))?.keys.map(({ key }) => key)).toEqual(['sk-upstream', 'sk-further'])
  expect(await store.channels.matching({ keyword: 'sk-further' })).toEqual([channel?.id ?? 0])
  expect((await store.options.all()).map(({ value }) => value)).toEqual(['mail-secret'])
  const code = ['one', 'two', 'three', 'four', 'five', 'six'][turn - 1]
  expect(await store.redemptions.redeem({ key: `code-${code}`, ...payer(id) })).toMatchObject({ quota: 5 })
  expect(await store.redemptions.redeem({ key: 'code-used', ...payer(id) })).toBe('used')
  expect((await store.factors.findTotp(id))?.secret).toBe('TOTPSECRET')
  expect((await store.storedAnswers.find('resp_1', id))?.input).toEqual([{ a: 1 }])
  expect((await store.requestBodies.find('request-1', id))?.reply.text).toBe('said')
  expect((await store.alertTargets.list()).map(({ url, secret }) => [url, secret])).toEqual([['https://hook.example', 'hook-secret']])
  expect(await store.factors.useRecoveryCode(id, `r${turn}`)).toBe(true)
  expect(await store.factors.useRecoveryCode(id, `r${turn}`)).toBe(false)
  expect(await store.devices.recall(id, 'laptop')).toBe('known')
  expect(await store.codes.admitMail('a@example.com')).toBeGreaterThan(0)
  expect(await store.codes.redeem('reset', `${turn}@example.com`, '123456')).toBe(true)
  expect(await store.oauthStates.take(`state-${turn}`, { ...HERE, visitorId: 'stranger' })).toBe(false)
  expect(await store.oauthStates.take(`state-${turn}`, HERE)).toBe(true)
}

const resealAll = async (store: Store): Promise<readonly TableCount[]> => {
  const counts: TableCount[] = []
  await store.keyRotation.reseal((count) => counts.push(count))
  return counts.filter(({ resealed, changed, unreadable }) => resealed + changed + unreadable > 0)
}

const HASHED_TABLES = [
  'tokens',
  'channels',
  'channel_keys',
  'redemptions',
  'users',
  'recovery_codes',
  'known_devices',
  'mail_counts',
  'codes',
  'oauth_states',
] as const

interface Suspect {
  readonly rootKey: Uint8Array
  /** Of the user the test has made. */
  readonly id: number
}

/** Every text in the database that the key opens, or that is its HMAC of a value of this test. */
const leftOf = async (harness: StoreHarness, database: FreshDatabase, { rootKey, id }: Suspect): Promise<readonly string[]> => {
  const vault = createVault(rootKey)
  const opens = (...[purpose, place, sealed]: Parameters<typeof vault.open>): boolean => {
    try {
      vault.open(purpose, place, sealed)
      return true
    } catch {
      return false
    }
  }
  const hmacs = (purpose: Purpose, ...values: readonly string[]): readonly string[] => values.map((value) => vault.lookup(purpose, value))
  const sealed = ({ kysely }: Database): readonly Promise<readonly (readonly [Purpose, string, string | null])[]>[] => [
    kysely
      .selectFrom('tokens')
      .selectAll()
      .execute()
      .then((rows) =>
        rows.flatMap(({ secret_id, key_cipher, old_key_cipher }) =>
          [key_cipher, old_key_cipher].map((cipher) => ['token-encrypt', `tokens.key_cipher.${secret_id}`, cipher] as const),
        ),
      ),
    kysely
      .selectFrom('channels')
      .selectAll()
      .execute()
      .then((rows) =>
        rows.flatMap(({ secret_id, key_cipher, config_cipher, overrides_cipher }) => [
          ['channel-encrypt', `channels.key_cipher.${secret_id}`, key_cipher] as const,
          ['channel-encrypt', `channels.config_cipher.${secret_id}`, config_cipher] as const,
          ['channel-encrypt', `channels.overrides_cipher.${secret_id}`, overrides_cipher] as const,
        ]),
      ),
    kysely
      .selectFrom('options')
      .selectAll()
      .execute()
      .then((rows) =>
        rows.flatMap(({ name, value }) =>
          (['option-encrypt', 'key-check'] as const).map((purpose) => [purpose, `options.value.${name}`, value] as const),
        ),
      ),
    kysely
      .selectFrom('redemptions')
      .selectAll()
      .execute()
      .then((rows) =>
        rows.map(({ secret_id, key_cipher }) => ['code-encrypt', `redemptions.key_cipher.${secret_id}`, key_cipher] as const),
      ),
    kysely
      .selectFrom('totp_secrets')
      .selectAll()
      .execute()
      .then((rows) =>
        rows.map(({ user_id, secret_cipher }) => ['totp-encrypt', `totp_secrets.secret_cipher.${user_id}`, secret_cipher] as const),
      ),
    kysely
      .selectFrom('alert_targets')
      .selectAll()
      .execute()
      .then((rows) =>
        rows.map(
          ({ secret_id, settings_cipher }) => ['alert-encrypt', `alert_targets.settings_cipher.${secret_id}`, settings_cipher] as const,
        ),
      ),
  ]
  const known = (id: number): ReadonlySet<string> =>
    new Set([
      ...hmacs('token-lookup', 'firstkeyofowner', 'replacedkeyofowner', 'newerkeyofowner'),
      ...hmacs('channel-lookup', 'sk-upstream'),
      ...hmacs('code-lookup', 'code-used', 'code-six'),
      ...hmacs('access-token-hmac', 'access-token-of-owner'),
      ...hmacs('recovery-code-hmac', `${id}|r7`),
      ...hmacs('device-hmac', `${id}|laptop`),
      ...hmacs('mail-target-hmac', 'mail|a@example.com', 'reset|6@example.com'),
      ...hmacs('code-hmac', 'reset|6@example.com|123456'),
      ...hmacs('oauth-state-hmac', 'state|state-6', 'visitor|browser'),
    ])
  return await harness.raw(async (tables) => {
    const ciphers = (await Promise.all(sealed(tables))).flat()
    const opened = ciphers.filter(([purpose, place, cipher]) => opens(purpose, place, cipher ?? '')).map(([, place]) => place)
    const found = new Set<string>()
    for (const table of HASHED_TABLES) {
      const rows: readonly Readonly<Record<string, unknown>>[] = await tables.kysely.selectFrom(table).selectAll().execute()
      for (const value of rows.flatMap((row) => Object.values(row)))
        if (typeof value === 'string' && known(id).has(value)) found.add(`${table}: ${value}`)
    }
    return [...opened, ...found]
  }, database)
}

describeStore('replacing the root key', (harness) => {
  it('waits for the last of the replaced keys that no root key opens', async () => {
    const database = await harness.fresh()
    const store = await harness.open(database)
    const userId = await store.users.create({ username: 'waiting', passwordHash: '', displayName: '', role: 1, startQuota: 0 })
    expect(await store.keyRotation.blockedUntil()).toBe(0)
    for (const [key, seconds] of [
      ['firstofthese', 100],
      ['secondofthese', 300],
      ['thirdofthese', 200],
      ['goneofthese', -1],
    ] as const) {
      const { id } = await store.tokens.create(userId, key, PLAIN)
      const old = { old_key_hmac: key, old_key_cipher: null, old_key_until: harness.nowSeconds + seconds }
      await harness.raw(({ kysely }) => kysely.updateTable('tokens').set(old).where('id', '=', id).execute(), database)
    }
    expect(await store.keyRotation.blockedUntil()).toBe(harness.nowSeconds + 300)
  })

  it('leaves every value readable on every node at every stage, and nothing to the old key', async () => {
    const database = await harness.fresh()
    const [one, two] = [await harness.open(database, { nodeId: 'one' }), await harness.open(database, { nodeId: 'two' })]
    const id = await fill(one)
    expect((await leftOf(harness, database, { rootKey: TEST_ROOT_KEY, id })).length).toBe(30)
    const command = await harness.open(database, { nodeId: 'command', otherRootKeys: [KEY_B] })
    const rotation = command.keyRotation
    expect(await rotation.stage()).toBe('none')
    const next = (await rotation.nextKeyId()) ?? ''
    await rotation.announce(next)
    expect((await rotation.waitingFor()).map(({ nodeId }) => nodeId)).toEqual(['one', 'two'])
    await follow(one, [TEST_ROOT_KEY, KEY_B])
    await follow(two, [TEST_ROOT_KEY])
    expect((await rotation.waitingFor()).map(({ nodeId }) => nodeId)).toEqual(['two'])
    await follow(two, [TEST_ROOT_KEY, KEY_B])
    expect(await rotation.waitingFor()).toEqual([])
    await expectReadable(two, id, 1)
    await rotation.startSealing(next)
    await follow(one, [])
    expect((await rotation.waitingFor()).map(({ nodeId }) => nodeId)).toEqual(['two'])
    // One node writes with the new key while the other has not heard of it.
    const fresh = await one.tokens.create(id, 'madebetween', PLAIN)
    expect((await two.identities.find('madebetween'))?.tokenId).toBe(fresh.id)
    await one.tokens.softDelete(id, fresh.id)
    await expectReadable(two, id, 2)
    await follow(two, [])
    expect((await resealAll(command)).map(({ table }) => table)).toEqual([
      'tokens',
      'channels',
      'channel_keys',
      'redemptions',
      'options',
      'totp_secrets',
      'stored_responses',
      'request_bodies',
      'alert_targets',
      'users',
      'recovery_codes',
      'known_devices',
      'mail_counts',
      'codes',
      'oauth_states',
    ])
    await expectReadable(two, id, 3)
    expect(await resealAll(command)).toEqual([])
    await rotation.retireOld()
    expect(await rotation.stage()).toBe('present')
    await expectReadable(one, id, 4)
    await follow(one, [])
    await expectReadable(one, id, 5)
    expect(await leftOf(harness, database, { rootKey: TEST_ROOT_KEY, id })).toEqual([])
    expect(await outcomeOf(harness.open(database, { nodeId: 'late' }))).toThrow(WrongKey)
    const late = await harness.open(database, { nodeId: 'late', rootKey: KEY_B })
    await expectReadable(late, id, 6)
  }, 180_000)

  it('can be done again, and what was carried over once is carried on', async () => {
    const database = await harness.fresh()
    const first = await harness.open(database, { nodeId: 'one' })
    const id = await fill(first)
    for (const [from, to] of [
      [TEST_ROOT_KEY, KEY_B],
      [KEY_B, KEY_C],
    ] as const) {
      const command = await harness.open(database, { nodeId: 'command', rootKey: from, otherRootKeys: [to] })
      const { keyRotation } = command
      const next = (await keyRotation.nextKeyId()) ?? ''
      await keyRotation.announce(next)
      await keyRotation.startSealing(next)
      await resealAll(command)
      expect(await resealAll(command)).toEqual([])
      await keyRotation.retireOld()
    }
    for (const key of [TEST_ROOT_KEY, KEY_B]) expect(await leftOf(harness, database, { rootKey: key, id })).toEqual([])
    const store = await harness.open(database, { nodeId: 'two', rootKey: KEY_C })
    await expectReadable(store, id, 1)
  }, 180_000)

  it('refuses a node that lacks a key which values are sealed with, and one that only knows a stolen text', async () => {
    const database = await harness.fresh()
    const id = await fill(await harness.open(database, { nodeId: 'one' }))
    const command = await harness.open(database, { nodeId: 'command', rootKey: KEY_B, otherRootKeys: [TEST_ROOT_KEY] })
    const { keyRotation } = command
    const next = (await keyRotation.nextKeyId()) ?? ''
    await keyRotation.announce(next)
    await expectReadable(await harness.open(database, { nodeId: 'late' }), id, 1)
    await keyRotation.startSealing(next)
    expect(await outcomeOf(harness.open(database, { nodeId: 'later' }))).toThrow('root key 2')
    await resealAll(command)
    const stolen = createVault(TEST_ROOT_KEY).lookup('access-token-hmac', 'access-token-of-owner')
    expect(await command.users.findByAccessToken(stolen)).toBeUndefined()
  }, 180_000)

  it('names another next key while nothing is sealed with the one before, and none after that', async () => {
    const database = await harness.fresh()
    const one = await harness.open(database, { nodeId: 'one' })
    const lost = await harness.open(database, { nodeId: 'command', otherRootKeys: [KEY_B] })
    const forgotten = (await lost.keyRotation.nextKeyId()) ?? ''
    await lost.keyRotation.announce(forgotten)
    await follow(one, [TEST_ROOT_KEY, KEY_B])
    const again = await harness.open(database, { nodeId: 'command', otherRootKeys: [KEY_C] })
    const next = (await again.keyRotation.nextKeyId()) ?? ''
    await again.keyRotation.announce(next)
    expect((await again.keyRotation.waitingFor()).map(({ nodeId }) => nodeId)).toEqual(['one'])
    await again.keyRotation.startSealing(forgotten)
    expect(await again.keyRotation.stage()).toBe('announced')
    await again.keyRotation.startSealing(next)
    await again.tokens.create(1, 'sealedwithc', PLAIN)
    const late = await harness.open(database, { nodeId: 'late', otherRootKeys: [KEY_C, KEY_B] })
    await late.keyRotation.announce((await late.keyRotation.nextKeyId()) ?? '')
    expect(await late.keyRotation.stage()).toBe('sealing')
    expect((await late.tokens.list(1, { offset: 0, limit: 1 }))[0]?.key).toBe('sealedwithc')
  }, 180_000)

  it('overwrites no row that changes between the read and the write, and takes it again', async () => {
    const database = await harness.fresh()
    const command = await harness.open(database, { nodeId: 'command', otherRootKeys: [KEY_B] })
    const id = await command.users.create({ username: 'owner', passwordHash: '', displayName: '', role: 1, startQuota: 0 })
    const token = await command.tokens.create(id, 'before', PLAIN)
    const next = (await command.keyRotation.nextKeyId()) ?? ''
    await command.keyRotation.announce(next)
    await command.keyRotation.startSealing(next)
    const count = await harness.raw(async ({ kysely }) => {
      const keyring = createKeyring([TEST_ROOT_KEY, KEY_B])
      keyring.use(await readGenerations(kysely))
      let isChanged = false
      const changing = kysely.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          if (!isChanged) await command.tokens.replaceKey(id, token.id, { key: 'after', graceSeconds: 0 })
          isChanged = true
          return result
        },
      })
      return await resealTokens({ kysely: changing, keyring, clock: () => harness.nowMs })
    }, database)
    expect(count).toEqual({ fresh: 0, resealed: 0, changed: 1, unreadable: 0 })
    expect((await command.identities.find('after'))?.tokenId).toBe(token.id)
    expect(await command.identities.find('before')).toBeUndefined()
  }, 180_000)

  it('leaves a value that no key opens as it is, counts it and ends all the same', async () => {
    const database = await harness.fresh()
    const command = await harness.open(database, { nodeId: 'command', otherRootKeys: [KEY_B] })
    const id = await fill(command)
    await harness.raw(({ kysely }) => kysely.updateTable('totp_secrets').set({ secret_cipher: 'ZGFtYWdlZA==' }).execute(), database)
    const next = (await command.keyRotation.nextKeyId()) ?? ''
    await command.keyRotation.announce(next)
    await command.keyRotation.startSealing(next)
    await resealAll(command)
    expect(await resealAll(command)).toEqual([{ table: 'totp_secrets', fresh: 0, resealed: 0, changed: 0, unreadable: 1 }])
    expect(id).toBeGreaterThan(0)
  }, 180_000)

  it('activates the secret of an app that was sealed anew between the question and the answer', async () => {
    const database = await harness.fresh()
    const command = await harness.open(database, { nodeId: 'command', otherRootKeys: [KEY_B] })
    const id = await fill(command)
    const offered = await command.factors.findTotp(id)
    const next = (await command.keyRotation.nextKeyId()) ?? ''
    await command.keyRotation.announce(next)
    await command.keyRotation.startSealing(next)
    await resealAll(command)
    expect((await command.factors.findTotp(id))?.sealed).not.toBe(offered?.sealed)
    expect(await command.factors.activateTotp(id, { sealed: offered?.sealed ?? '', step: 1 })).toBe(true)
    expect(await command.factors.activateTotp(id, { sealed: offered?.sealed ?? '', step: 1 })).toBe(false)
  }, 180_000)
})
