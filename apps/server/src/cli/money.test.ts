import { afterAll, beforeAll, expect, it } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { charge } from '../testing/charge.ts'
import type { FreshDatabase, StoreHarness } from '@weir/store/testing/store-harness'
import { describeStore } from '@weir/store/testing/store-harness'
import { openCommandFolder, type CommandFolder } from '../testing/command-line.ts'

const ALICE = 2

/** A thousand tokens in and a hundred out at one dollar and at ten dollars per million, for a group that pays half. */
const detail = {
  price: { version: 'old', isListed: true, model: 0.5, group: 0.5, completion: 10, cacheRead: 1, cacheWrite: 1 },
  usage: { input: 1000, cacheRead: 0, cacheWrite: 0, output: 100, reasoning: 0, source: 'upstream' },
}

interface Spent {
  readonly requestId: string
  readonly model: string
  readonly channelId: number
}

const spend = (stand: CommandFolder, { requestId, model, channelId }: Spent): Promise<void> =>
  stand.inStore(({ ledger }) => {
    const at = Date.parse('2026-11-02T05:00:00Z') / 1000
    const over = { createdAt: at, username: 'alice', model, channelId, promptTokens: 1000, completionTokens: 100, detail }
    return charge(ledger, { requestId, userId: ALICE, cost: 500 }, over)
  })

/** On a server, or in the file of the folder. */
const openStand = async (harness: StoreHarness) => {
  const fresh = await harness.migrated()
  const stand = await openCommandFolder(fresh.dsn === '' ? {} : { SQL_DSN: fresh.dsn })
  const database: FreshDatabase = fresh.dsn === '' ? { ...fresh, sqlitePath: join(stand.folder, 'weir.db') } : fresh
  const change = (statement: string) =>
    harness.raw(async ({ engine }) => {
      const link = await engine.open()
      await link.query(statement, [])
      link.release()
    }, database)
  const write = (name: string, value: unknown): string => {
    const path = join(stand.folder, name)
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
    return path
  }
  return { ...stand, change, write }
}

const SOUND = { in_order: true, differences: [], double_charges: [], wrong_charges: [], wrong_corrections: [], oversized: [] }

describeStore('the ledger and the prices for programs', (harness) => {
  let stand: Awaited<ReturnType<typeof openStand>>

  beforeAll(async () => {
    stand = await openStand(harness)
    await stand.run('channel add openai --name one --models gpt-4o', ['sk-of-the-upstream'])
    await spend(stand, { requestId: 'first', model: 'gpt-4o', channelId: 1 })
    await spend(stand, { requestId: 'second', model: 'my-model', channelId: 1 })
  }, 180_000)
  afterAll(() => stand.remove())

  it('verify prints its result with exact figures also where it ends with 1, and nothing else', async () => {
    expect(await stand.json('ledger verify')).toEqual(SOUND)
    await stand.change(`update users set quota = 70, used_quota = 5 where id = ${ALICE}`)
    await stand.change(`update users set request_count = 9007199254740993 where id = 3`)
    await stand.change(`update logs set quota = 499 where request_id = 'first'`)
    const { out, err, exitCode } = await stand.run('ledger verify --json')
    expect([exitCode, err]).toEqual([1, ''])
    expect(JSON.parse(out)).toEqual({
      ...SOUND,
      in_order: false,
      differences: [{ user_id: ALICE, username: 'alice', quota: 70, expected_quota: 0, used_quota: 5, expected_used_quota: 1000 }],
      wrong_charges: [{ request_id: 'first', charged: 499, expected: 500 }],
      oversized: [{ table: 'users', id: 3, name: 'bob', column: 'request_count', value: '9007199254740993' }],
    })
    expect(await stand.refusal('ledger verify')).toContain('user 2 (alice): balance 70, ledger says 0; used 5, ledger says 1000')
    await stand.change(`update users set quota = 0, used_quota = 1000 where id = ${ALICE}`)
    await stand.change(`update logs set quota = 500 where request_id = 'first'`)
  })

  it('reset names what it set to 0, and what it left', async () => {
    await stand.change(`update users set quota = 9007199254740994 where id = 3`)
    const figure = { table: 'users', id: 3, name: 'bob' }
    expect(await stand.json('ledger reset')).toEqual({
      reset: [{ ...figure, column: 'request_count', value: '9007199254740993' }],
      left: [{ ...figure, column: 'quota', value: '9007199254740994' }],
    })
    await stand.change(`update users set quota = 1000 where id = 3`)
    expect(await stand.json('ledger reset')).toEqual({ reset: [], left: [] })
    expect(await stand.json('ledger verify')).toEqual(SOUND)
  })

  it('reprice tells each model and the sums, before and when it books', async () => {
    const sheet = { vendor: 'v', mode: 'chat', price: { input: 0.5, output: 5 } }
    const prices = stand.write('prices.json', {
      models: [
        { model: 'my-model', ...sheet },
        { model: 'gpt-4o', ...sheet, price: { input: 2, output: 20 } },
      ],
    })
    const line = `ledger reprice --since 2026-11-01 --until 2026-11-09 --model my-model --model gpt-4o --prices ${prices}`
    const summary = {
      start: 1_793_491_200,
      end: 1_794_182_400,
      models: [
        { model: 'my-model', rows: 1, changed: 1, charged: 500, cost: 250 },
        { model: 'gpt-4o', rows: 1, changed: 1, charged: 500, cost: 1000 },
      ],
      credited: 250,
      debited: 500,
      users: 1,
      unreadable: 0,
      deleted: 0,
      unlogged: 0,
    }
    expect(await stand.json(line)).toEqual({ applied: false, ...summary })
    expect(await stand.json('user show alice')).toMatchObject({ quota: 0, used_quota: 1000 })
    expect(await stand.json(`${line} --apply`)).toEqual({ applied: true, ...summary })
    expect(await stand.json('user show alice')).toMatchObject({ quota: -250, used_quota: 1250 })
    expect(await stand.refusal(`${line} --apply --dry-run`)).toBe('--apply and --dry-run exclude each other')
  })

  it('reconcile tells both sides of each line that parts, or of all, and the sums', async () => {
    const day = Date.parse('2026-11-02T00:00:00Z') / 1000
    const object = 'organization.usage.completions.result'
    const results = [
      { object, model: 'gpt-4o-2024-08-06', num_model_requests: 1, input_tokens: 1000, output_tokens: 101 },
      { object, model: 'my-model', num_model_requests: 1, input_tokens: 1000, output_tokens: 100 },
    ]
    const file = stand.write('usage.json', { data: [{ start_time: day, end_time: day + 86_400, results }], has_more: false })
    const same = { requests: { here: 1, there: 1, agrees: true }, input_tokens: { here: 1000, there: 1000, agrees: true } }
    const parted = {
      day: '2026-11-02',
      model: 'gpt-4o',
      figures: { ...same, output_tokens: { here: 100, there: 101, agrees: false } },
    }
    const rest = {
      provider: 'openai',
      channels: [1],
      compared: 2,
      parted: 1,
      totals: {
        requests: { here: 2, there: 2 },
        input_tokens: { here: 2000, there: 2000 },
        output_tokens: { here: 200, there: 201 },
      },
      partial: false,
    }
    expect(await stand.json(`ledger reconcile ${file}`)).toEqual({ ...rest, lines: [parted] })
    const agreeing = { day: '2026-11-02', model: 'my-model', figures: { ...same, output_tokens: { here: 100, there: 100, agrees: true } } }
    // The file stands behind a flag that takes one value and no more.
    expect(await stand.json(`ledger reconcile --all --channel 1 ${file}`)).toEqual({ ...rest, lines: [parted, agreeing] })
  })

  it('import of prices tells what would change, what was saved and what is wrong with a list', async () => {
    const list = stand.write('list.json', {
      'Phi-4': { litellm_provider: 'azure', mode: 'chat', input_cost_per_token: 3e-6, output_cost_per_token: 1e-5 },
      'brand-new': { litellm_provider: 'openai', mode: 'chat', input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 },
    })
    const compared = {
      added: [{ model: 'brand-new', price: { input: 1, output: 2 } }],
      changed: [{ model: 'Phi-4', before: { input: 0.125, output: 0.5 }, price: { input: 3, output: 10 } }],
      same: 0,
      missing: [],
    }
    expect(await stand.json(`prices import ${list}`)).toEqual({ applied: false, saved: 0, ...compared })
    expect(await stand.json(`prices import ${list} --apply`)).toEqual({ applied: true, saved: 2, ...compared })
    expect(await stand.json(`prices import ${list}`)).toEqual({ applied: false, saved: 0, added: [], changed: [], same: 2, missing: [] })
    const bad = stand.write('bad.json', '{"models": [\n{"model": "b", "vendor": "v", "mode": "chat", "price": {"input": -1}}]}')
    const { out, err, exitCode } = await stand.run(`prices import ${bad} --apply --json`)
    expect([exitCode, err]).toEqual([1, ''])
    expect(JSON.parse(out)).toEqual({ applied: false, problems: [{ line: 2, name: 'b', reason: expect.stringContaining('price.input') }] })
  })

  it('export prints the same sheets with and without --json, those of the operator among them', async () => {
    const { models } = (await stand.json('prices export')) as { readonly models: readonly Record<string, unknown>[] }
    expect(models.find((sheet) => sheet['model'] === 'brand-new')).toEqual({
      model: 'brand-new',
      vendor: 'openai',
      mode: 'chat',
      price: { input: 1, output: 2 },
    })
    expect(JSON.parse((await stand.run('prices export')).out)).toEqual({ models })
  })
})
