import { afterAll, describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSource } from '../dialect/source/open-source.ts'
import type { Source } from '../dialect/source/source.ts'
import { parseDsn } from '../dsn.ts'
import { ACCESS_TOKEN, TOKEN_KEY, UNUSED_CODE, USED_CODE } from '../testing/older/credentials.ts'
import { NEW_API_ROWS } from '../testing/older/new-api-rows.ts'
import { makeOlderDatabase, type OlderFamily, type OlderRows } from '../testing/older/older-database.ts'
import { ONE_API_ROWS } from '../testing/older/one-api-rows.ts'
import { describeStore, type StoreHarness } from '../testing/store-harness.ts'
import type { Store } from '../open-store.ts'
import { makePlan } from './make-plan.ts'
import { readOlderData } from './older-data.ts'
import type { Plan } from './plan.ts'
import { outcomeOf } from '../../../../tools/testing/outcome-of.ts'

const folder = mkdtempSync(join(tmpdir(), 'weir-move-in-'))
afterAll(() => rmSync(folder, { recursive: true }))

const SINCE_2026 = Date.UTC(2026, 0, 1) / 1000

const rules = {
  config: {
    split: (config: string) => ({ config, secretConfig: '' }),
    keyFrom: () => undefined,
    overrides: <T extends object>(given: T) => ({ ...given, secretOverrides: { headers: {}, proxyPassword: '' } }),
  },
  ratios: {
    older: (_: string, model: string) => (model === 'gpt-4' ? 15 : undefined),
    listed: () => undefined,
    perPicture: () => undefined,
    isBySecond: () => false,
  },
  nowSeconds: 1_800_000_000,
}

/** The source is of the same kind as the target, so that each database is read and written. */
const sourceFor = async (harness: StoreHarness, family: OlderFamily, rows: OlderRows) => {
  const fresh = await harness.fresh()
  const place = fresh.dsn === '' ? join(folder, `${crypto.randomUUID()}.db`) : fresh.dsn
  await makeOlderDatabase(place, family, rows)
  return openSource(place.includes('://') ? parseDsn(place, '') : { kind: 'sqlite', path: place })
}

const planFrom = async (harness: StoreHarness, family: OlderFamily, rows: OlderRows): Promise<Plan> => {
  const source = await sourceFor(harness, family, rows)
  try {
    return makePlan(await readOlderData(source, undefined), rules)
  } finally {
    await source.close()
  }
}

const emptyStore = async (harness: StoreHarness): Promise<Store> => harness.open(await harness.fresh())

const reasons = ({ notes }: Plan, table: string, id: number | string): readonly string[] =>
  notes.filter((note) => note.table === table && note.id === id).map(({ kind, reason }) => `${kind}: ${reason}`)

const figuresOf = async (store: Store, id: number) => {
  const account = await store.users.findById(id)
  return account && [account.user.username, account.user.status, account.user.quota, account.user.used_quota]
}

describeStore('moving in', (harness) => {
  describe('from one-api', () => {
    it('brings accounts with their figures, and the ledger agrees with every one', async () => {
      const plan = await planFrom(harness, 'one-api', ONE_API_ROWS)
      const store = await emptyStore(harness)
      const { wasThere, sums } = await store.moveIn.write(plan)
      expect(wasThere).toBe(false)
      expect(plan.family).toBe('one-api')
      expect(sums).toEqual([
        { name: 'balances of accounts', there: 9_507_199_254_741_938n, here: 9_507_199_254_741_938n },
        { name: 'forfeited by deleted accounts', there: 33n, here: 33n },
        { name: 'used by accounts', there: 1162n, here: 1162n },
        { name: 'left on tokens', there: 540n, here: 540n },
        { name: 'unused codes', there: 600n, here: 600n },
      ])
      expect(await store.ledgerMaintenance.verify()).toEqual([])
      expect(await store.figures.oversized()).toEqual([])
      expect(await figuresOf(store, 1)).toEqual(['root', 1, 500_000_000_000_000, 0])
      expect(await figuresOf(store, 2)).toEqual(['alice', 1, 1000, 250])
      expect(await figuresOf(store, 3)).toEqual(['bob', 1, -70, 900])
      expect(await figuresOf(store, 4)).toEqual(['\u0430lice', 1, 10, 0])
      expect(await figuresOf(store, 5)).toEqual(['deleted_1f', 3, 0, 7])
      expect(await figuresOf(store, 6)).toEqual(['张伟', 1, 9_007_199_254_740_991, 5])
      expect((await figuresOf(store, 7))?.slice(1)).toEqual([1, 0, 0])
      expect(await figuresOf(store, 8)).toEqual(['Żółć-Δ', 2, 7, 0])
    })

    it('keeps what people and scripts hold in their hands: addresses, access tokens, keys and codes', async () => {
      const store = await emptyStore(harness)
      await store.moveIn.write(await planFrom(harness, 'one-api', ONE_API_ROWS))
      expect((await store.users.findByEmail('alice@example.com'))?.user).toMatchObject({
        id: 2,
        group: 'vip',
        request_count: 3,
        aff_code: 'AbCd',
      })
      expect((await store.users.findById(3))?.user).toMatchObject({
        email: '',
        github_id: 'gh-3',
        inviter_id: 2,
        group: 'default',
        aff_code: 'abcd',
      })
      expect((await store.users.findByAccessToken(ACCESS_TOKEN))?.user.id).toBe(1)
      expect((await store.users.findById(8))?.user.role).toBe(10)
      expect((await store.users.findById(6))?.user.display_name).toBe('Zhāng Wěi 👋')
      const tokens = await store.tokens.list(2, { offset: 0, limit: 10 })
      expect(
        tokens.map(({ id, key, status, models, subnet, remain_quota, used_quota }) => [
          id,
          key,
          status,
          models,
          subnet,
          remain_quota,
          used_quota,
        ]),
      ).toEqual([
        [2, 'k2'.repeat(24), 4, 'gpt-4o,gpt-4', '10.0.0.0/8', 40, 0],
        [1, TOKEN_KEY, 1, '', '', 500, 11],
      ])
      expect(await store.redemptions.get(1)).toMatchObject({ key: UNUSED_CODE, status: 1, quota: 600 })
      expect(await store.redemptions.get(2)).toMatchObject({ key: '', status: 3, redeemed_time: 1_700_000_500 })
      const redeeming = { user: { id: 3, username: 'bob' }, requestId: 'r', describe: () => '' }
      expect(await store.redemptions.redeem({ ...redeeming, key: USED_CODE })).toBe('used')
      expect(await store.redemptions.redeem({ ...redeeming, key: UNUSED_CODE })).toEqual({ quota: 600, id: 1 })
    })

    it('brings channels with sealed keys, and options by the rules of this program', async () => {
      const store = await emptyStore(harness)
      await store.moveIn.write(await planFrom(harness, 'one-api', ONE_API_ROWS))
      expect((await store.channels.target(1))?.channel).toMatchObject({
        key: 'sk-upstream',
        baseUrl: 'https://upstream.example',
        models: ['gpt-4o', 'gpt-4'],
        groups: ['default', 'vip'],
        priority: 2,
        weight: 3,
      })
      expect(await store.channels.get(4)).toMatchObject({ type: 52, status: 2 })
      expect(await store.channels.get(9)).toMatchObject({
        status: 3,
        name: '',
        weight: 0,
        priority: 0,
        group: 'default',
        model_mapping: '',
      })
      const options = await store.options.all()
      expect(options.map(({ name, value, isSecret, isConfirmed }) => [name, value, isSecret, isConfirmed])).toEqual([
        ['GitHubClientSecret', 'shh', true, true],
        ['ModelRatio', '{"my-own-model":3,"gpt-3.5-turbo":9}', false, true],
        ['SystemName', 'Old Gate', false, true],
      ])
      const [id] = await store.channels.createMany([
        {
          type: 1,
          name: 'next',
          weight: 0,
          priority: 0,
          baseUrl: '',
          other: '',
          models: 'm',
          group: 'g',
          modelMapping: '',
          config: '',
          systemPrompt: '',
          key: 'k',
        },
      ])
      expect(id).toBeGreaterThan(9)
      expect(await harness.user(0, store)).toBeGreaterThan(8)
    })

    it('names every row that was changed or left out, with the reason', async () => {
      const plan = await planFrom(harness, 'one-api', ONE_API_ROWS)
      expect(reasons(plan, 'users', 2)).toEqual(['changed: the e-mail is in lower case now'])
      expect(reasons(plan, 'users', 3)).toEqual([
        'changed: an older account has the same e-mail; this one has none now',
        'kept: github_id gh-3 is a login name, which opens no account here: bind GitHub anew',
      ])
      expect(reasons(plan, 'users', 4)).toEqual(['kept: the name "\u0430lice" reads like that of an older account'])
      expect(reasons(plan, 'users', 5)).toEqual([
        'changed: deleted there: kept as a deleted account without name and addresses, 33 units forfeited',
      ])
      expect(reasons(plan, 'users', 8).toSorted()).toEqual([
        'changed: the role 50 is not known; it is 10 now',
        'changed: the status 9 is not known; the account is disabled',
        'kept: the name "Żółć-Δ" would be refused for a new account',
      ])
      expect(reasons(plan, 'tokens', 3)).toEqual(['left out: its account 77 is gone'])
      expect(reasons(plan, 'channels', 4)).toEqual(['changed: the type 52 is not known here; the channel is disabled'])
      expect(reasons(plan, 'channels', 9)).toEqual(['changed: model_mapping cannot be read and is empty now', 'kept: it has no key'])
      expect(reasons(plan, 'options', 'ModelRatio')).toEqual([
        'left out: 1 ratios that are defaults: the prices of the catalogue hold instead',
      ])
      expect(reasons(plan, 'options', 'SMTPPort')).toEqual(['left out: its value is not allowed here (option-integer)'])
      expect(reasons(plan, 'options', 'TurnstileCheckEnabled')).toEqual(['left out: what it needs is not set, so it stays off'])
      expect(reasons(plan, 'options', 'NoSuchOption')).toEqual(['left out: there is no such option here'])
    })

    it('cuts a balance beyond 2^53, and says that the sums differ', async () => {
      const rows = {
        ...ONE_API_ROWS,
        users: [
          ...(ONE_API_ROWS['users'] ?? []),
          { id: 9, username: 'rich', password: '', role: 1, status: 1, quota: 9_007_199_254_740_993n, used_quota: 0 },
        ],
      }
      const plan = await planFrom(harness, 'one-api', rows)
      const store = await emptyStore(harness)
      const { sums } = await store.moveIn.write(plan)
      expect(sums[0]).toEqual({ name: 'balances of accounts', there: 18_514_398_509_482_931n, here: 18_514_398_509_482_929n })
      expect(reasons(plan, 'users', 9)).toEqual(['changed: quota is 9007199254740993, beyond 2^53; it is 9007199254740991 now'])
      expect(await store.ledgerMaintenance.verify()).toEqual([])
    })

    it('changes nothing when it runs again, whatever has been spent since, and refuses another source', async () => {
      const plan = await planFrom(harness, 'one-api', ONE_API_ROWS)
      const store = await emptyStore(harness)
      await store.moveIn.write(plan)
      await store.ledgerMaintenance.grant({ userId: 2, amount: 5, kind: 'grant', note: '' })
      const again = await store.moveIn.write(plan)
      expect(again.wasThere).toBe(true)
      expect(again.sums.every(({ there, here }) => there === here)).toBe(true)
      expect(await figuresOf(store, 2)).toEqual(['alice', 1, 1005, 250])
      expect(await store.channels.count()).toBe(4)
      const changed = { ...ONE_API_ROWS, users: (ONE_API_ROWS['users'] ?? []).map((row) => (row['id'] === 2 ? { ...row, quota: 1 } : row)) }
      expect(await outcomeOf(store.moveIn.write(await planFrom(harness, 'one-api', changed)))).toThrow('account 2 differs')
    })

    it('takes the place of the account that the first start makes, and of nothing else', async () => {
      const plan = await planFrom(harness, 'one-api', ONE_API_ROWS)
      const started = await emptyStore(harness)
      await started.users.createRootIfEmpty({ passwordHash: 'hash', tokenKey: 'initial' })
      expect((await started.moveIn.check(plan)).wasThere).toBe(false)
      await started.moveIn.write(plan)
      expect((await started.users.findById(1))?.passwordHash).toStartWith('$2a$04$')
      expect(await started.ledgerMaintenance.verify()).toEqual([])
      const used = await emptyStore(harness)
      await harness.user(10, used)
      expect(await outcomeOf(used.moveIn.write(plan))).toThrow('import into an empty installation; nothing was written')
      expect(await used.users.count()).toBe(1)
    })

    it('lets one of two at once write, and the other find it done', async () => {
      const plan = await planFrom(harness, 'one-api', ONE_API_ROWS)
      const database = await harness.fresh()
      const stores = [await harness.open(database), await harness.open(database, { nodeId: 'node-2' })]
      const outcomes = await Promise.all(stores.map((store) => store.moveIn.write(plan)))
      expect(outcomes.map(({ wasThere }) => wasThere).toSorted()).toEqual([false, true])
      expect(await stores[0]?.ledgerMaintenance.verify()).toEqual([])
    })

    it('copies the log since a day once, and the ledger finds no wrong charge in it', async () => {
      const source = await sourceFor(harness, 'one-api', ONE_API_ROWS)
      const store = await emptyStore(harness)
      const copy = { source, family: 'one-api', sinceSeconds: SINCE_2026 } as const
      expect(await store.moveIn.copyLogs(copy)).toEqual({ there: 2, here: 2 })
      expect(await store.moveIn.copyLogs(copy)).toEqual({ there: 2, here: 2 })
      await source.close()
      await store.logIndex.advance()
      const everything = { type: 0, startTime: 0, endTime: 0, modelName: '', tokenName: '', username: '', channelId: 0 }
      const rows = await store.logs.list(everything, { offset: 0, limit: 10 })
      expect(
        rows.map(({ type, content, username, quota, request_id, elapsed_time }) => [
          type,
          content,
          username,
          quota,
          request_id,
          elapsed_time,
        ]),
      ).toEqual([
        [1, '充值', 'root', 0, '', 0],
        [2, 'new', 'alice', 150, 'r2', 901],
      ])
      expect(await store.ledgerMaintenance.wrongCharges()).toEqual([])
    })
  })

  describe('from new-api', () => {
    it('keeps several keys of one channel, limits, factors and what was deleted', async () => {
      const plan = await planFrom(harness, 'new-api', NEW_API_ROWS)
      const store = await emptyStore(harness)
      const { sums } = await store.moveIn.write(plan)
      expect(sums.map(({ there, here }) => [there, here])).toEqual([
        [300n, 300n],
        [300n, 300n],
        [0n, 0n],
        [5n, 5n],
        [0n, 0n],
      ])
      expect(await figuresOf(store, 3)).toEqual(['deleted_3', 3, 0, 0])
      const channels = (await store.channels.all()).toSorted((a, b) => a.id - b.id)
      expect(
        channels.map(({ id, name, status, weight, used_quota, tag, system_prompt }) => [
          id,
          name,
          status,
          weight,
          used_quota,
          tag,
          system_prompt,
        ]),
      ).toEqual([[3, 'many', 1, 9, 70, 'blue', 'Be brief.']])
      expect((await store.channelKeys.all(3))?.keys.map(({ key }) => key)).toEqual(['sk-a', 'sk-b', 'sk-c'])
      expect((await store.channelKeys.of(3))?.keys.map(({ status }) => status)).toEqual([1, 3, 1])
      expect((await store.channels.target(3))?.channel).toMatchObject({ key: 'sk-a', proxy: 'socks5://10.0.0.9' })
      const tokens = await store.tokens.list(2, { offset: 0, limit: 10 })
      expect(tokens.map(({ id, models, subnet, unlimited_quota }) => [id, models, subnet, unlimited_quota])).toEqual([
        [2, '', '', true],
        [1, 'gpt-4o,o1', '10.0.0.1,10.0.0.2', false],
      ])
      expect(await store.factors.state(2)).toEqual({ hasTotp: true, passkeys: 0, recoveryCodes: 0 })
      expect(await store.redemptions.get(1)).toMatchObject({ status: 2 })
      expect((await store.options.all()).map(({ name, value }) => [name, value])).toEqual([
        ['CacheReadRatio', '{"my-own-model":0.25}'],
        ['ModelSheets', '{"my-picture":{"vendor":"import","mode":"chat","price":{"perRequest":0.04}}}'],
      ])
      expect(reasons(plan, 'channels', 3)).toEqual([])
      expect(reasons(plan, 'users', 2)).toEqual(['left out: discord_id: there is no sign-in by this service here'])
      expect(reasons(plan, 'tokens', 1)).toEqual([
        'changed: its group vip is not offered to all; it is served by the group default of its account',
      ])
      expect(reasons(plan, 'tokens', 3)).toEqual(['left out: deleted there'])
      expect(reasons(plan, 'options', 'GroupGroupRatio')).toEqual(['left out: there is no such option here'])
      expect(reasons(plan, 'top_ups', 0)).toEqual(['left out: 1 row: there is no place for it here'])
    })

    it.each(['tokens.model_limits', 'channels.auto_ban', 'channels.channel_info'])('is known for it without %s as well', async (gone) => {
      const source = await sourceFor(harness, 'new-api', NEW_API_ROWS)
      const earlier: Source = {
        ...source,
        columnsOf: async (table) => new Set([...(await source.columnsOf(table))].filter((column) => `${table}.${column}` !== gone)),
      }
      expect((await readOlderData(earlier, undefined)).family).toBe('new-api')
      await earlier.close()
    })

    it('does not take its error rows for channel tests', async () => {
      const source = await sourceFor(harness, 'new-api', NEW_API_ROWS)
      const store = await emptyStore(harness)
      await store.moveIn.copyLogs({ source, family: 'new-api', sinceSeconds: 0 })
      await source.close()
      const everything = { type: 0, startTime: 0, endTime: 0, modelName: '', tokenName: '', username: '', channelId: 0 }
      expect((await store.logs.list(everything, { offset: 0, limit: 10 })).map(({ type, elapsed_time }) => [type, elapsed_time])).toEqual([
        [4, 2000],
      ])
    })
  })
})
