import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '@weir/store/open-store'
import { charge } from './testing/charge.ts'
import { writeMigratedFile } from '@weir/store/testing/migrated-file'
import { TEST_ROOT_KEY } from '@weir/store/testing/root-key'
import { runCommandLine } from './testing/command-line.ts'

let folder = ''
let userId = 0

const NOW_MS = Date.parse('2026-11-10T12:00:00Z')

const ledger = async (...args: readonly string[]) => (await runCommandLine(['ledger', ...args], { environment: { DATA_DIR: folder } })).out

const inStore = async <T>(work: (store: Store) => Promise<T>, clock = () => NOW_MS): Promise<T> => {
  const store = await openStore({ dsn: '', sqlitePath: join(folder, 'weir.db'), rootKey: TEST_ROOT_KEY, nodeId: 'node-1', clock })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** A thousand tokens in and a hundred out at one dollar and at ten dollars per million, for a group that pays half. */
const detail = {
  price: { version: 'old', isListed: true, model: 0.5, group: 0.5, completion: 10, cacheRead: 1, cacheWrite: 1 },
  usage: { input: 1000, cacheRead: 0, cacheWrite: 0, output: 100, reasoning: 0, source: 'upstream' },
}
const CHARGED = 500

const spend = (store: Store, ...[model, at, channelId = 0]: readonly [string, string, number?]): Promise<void> => {
  const over = {
    createdAt: Date.parse(at) / 1000,
    username: 'spender',
    model,
    channelId,
    promptTokens: 1000,
    completionTokens: 100,
    detail,
  }
  return charge(store.ledger, { userId, cost: CHARGED }, over)
}

const balance = () => inStore(async ({ users }) => (await users.findById(userId))?.user.quota)

const writePrices = (...models: readonly object[]): string => {
  const file = join(folder, 'prices.json')
  writeFileSync(file, JSON.stringify({ models }))
  return file
}

const SHEET = { vendor: 'v', mode: 'chat', price: { input: 0.5, output: 5 } }

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'weir-ledger-'))
  writeFileSync(join(folder, 'secret.key'), `${'07'.repeat(32)}\n`, { mode: 0o600 })
  await writeMigratedFile(join(folder, 'weir.db'))
  await inStore(async (store) => {
    userId = await store.users.create({ username: 'spender', passwordHash: 'h', displayName: '', role: 1, startQuota: 10_000 })
    await spend(store, 'my-model', '2026-11-01T02:00:00Z')
    await spend(store, 'my-model', '2026-11-02T02:00:00Z')
    await spend(store, 'other', '2026-11-02T02:00:00Z')
  })
})

afterEach(() => rmSync(folder, { recursive: true }))

describe('weir ledger reprice', () => {
  const args = (...more: readonly string[]) => ['reprice', '--since', '2026-11-01', '--until', '2026-11-09', '--model', 'my-model', ...more]

  it('shows what rows would have cost by another list at the group of the row, and books nothing', async () => {
    const file = writePrices({ model: 'my-model', ...SHEET })
    expect(await ledger(...args('--prices', file))).toBe(
      [
        'my-model: 2 rows, 2 of them change; charged 1000, would cost 500',
        'would book: 500 units back and 0 units in addition, for 1 user',
        'nothing was booked: add --apply to book this',
      ].join('\n'),
    )
    expect(await balance()).toBe(8500)
  })

  it('books the differences once, writes it down, and leaves a ledger in order', async () => {
    const file = writePrices({ model: 'my-model', ...SHEET })
    expect(await ledger(...args('--prices', file, '--apply'))).toContain('booked: 500 units back and 0 units in addition, for 1 user')
    expect(await balance()).toBe(9000)
    expect(await ledger(...args('--prices', file, '--apply'))).toBe(
      'my-model: 2 rows, 0 of them change; charged 500, would cost 500\nbooked: 0 units back and 0 units in addition, for 0 users',
    )
    expect(await balance()).toBe(9000)
    expect(await ledger('verify')).toBe('All balances agree with the ledger.')
    const trail = await inStore(({ audit }) => audit.list({ actorId: 0, action: '', startTime: 0, endTime: 0 }, { offset: 0, limit: 9 }))
    expect(trail[0]).toMatchObject({
      action: 'ledger.reprice',
      actor_name: 'command',
      object: 'my-model, 2026-11-01T00:00:00.000Z to 2026-11-09T00:00:00.000Z',
    })
  })

  it('counts the charges that it leaves as they are, one as one', async () => {
    const file = writePrices({ model: 'my-model', ...SHEET })
    const forget = (model: string): void => {
      using database = new Database(join(folder, 'weir.db'))
      database.run(`delete from logs where model_name = '${model}'`)
    }
    forget('other')
    expect(await ledger(...args('--prices', file))).toContain(
      '\n1 charge of that time, of whatever model, has no row in the log, and stays as it is\n',
    )
    forget('my-model')
    expect(await ledger(...args('--prices', file))).toContain(
      '\n3 charges of that time, of whatever model, have no row in the log, and stay as they are\n',
    )
  })

  it('books nothing that it cannot write down', async () => {
    const database = new Database(join(folder, 'weir.db'))
    database.run(`create trigger full before insert on audit_entries begin select raise(abort, 'no more room'); end`)
    database.close()
    await expect(ledger(...args('--prices', writePrices({ model: 'my-model', ...SHEET }), '--apply'))).rejects.toThrow('no more room')
    expect(await balance()).toBe(8500)
  })

  it('takes the prices in force where no list is named', async () => {
    await inStore(({ options }) =>
      options.set([{ name: 'ModelSheets', value: JSON.stringify({ 'my-model': SHEET }), isSecret: false, initial: '' }], {
        id: 0,
        role: 100,
      }),
    )
    expect(await ledger(...args('--apply'))).toContain('charged 1000, would cost 500')
    expect(await balance()).toBe(9000)
  })

  it('counts days by the clocks of the operator', async () => {
    await inStore(({ options }) =>
      options.set([{ name: 'TimeZone', value: 'America/New_York', isSecret: false, initial: 'UTC' }], { id: 0, role: 100 }),
    )
    const file = writePrices({ model: 'my-model', ...SHEET })
    // Two in the morning in UTC is the evening before in New York.
    expect(await ledger(...args('--prices', file))).toContain('my-model: 1 row,')
    expect(await ledger('reprice', '--since', '2026-11-01T00:00:00Z', '--model', 'my-model', '--prices', file)).toContain('2 rows,')
  })

  it.each([
    [['reprice'], 'name the beginning with --since'],
    [['reprice', '--since', '2026-11-01'], 'name a model with --model'],
    [['reprice', '--since', 'yesterday', '--model', 'm'], 'yesterday is no day such as 2026-11-30'],
    [['reprice', '--since', '2026-11-31', '--model', 'm'], '2026-11-31 is no day such as 2026-11-30'],
    [['reprice', '--since', '2026-02-30T08:00:00Z', '--model', 'm'], '2026-02-30T08:00:00Z is no day such as 2026-11-30'],
    [['reprice', '--since', '2026-11-30T08:00', '--model', 'm'], '2026-11-30T08:00 is no day such as 2026-11-30'],
    [['reprice', '--since', '2026-11-01T10:00', '--model', 'm'], '2026-11-01T10:00 is no day'],
    [
      ['reprice', '--since', '2026-11-09', '--until', '2026-11-01', '--model', 'm'],
      '--until 2026-11-01 does not lie after --since 2026-11-09',
    ],
    [['reprice', '--since', '2026-11-01', '--model', 'no-such-model'], 'no-such-model has no price now'],
    [['reprice', '--since', '2026-11-01', '--model'], "option '--model <name>' argument missing"],
    [['reprice', '--since', '2026-11-01', '--model', 'm', '--all'], "unknown option '--all'"],
    [['reprice', '--since', '2026-11-01', '--model', 'm', '--prices', '/none/at/all'], 'there is no file /none/at/all'],
    [['reprice', '--apply', '--dry-run', '--since', '2026-11-01', '--model', 'm'], 'exclude each other'],
    [['something'], "unknown command 'something'"],
  ])('says what is wrong: %p', async (given, problem) => {
    await expect(ledger(...given)).rejects.toThrow(problem)
  })
})

describe('weir ledger reconcile', () => {
  const DAY = Date.parse('2026-11-02T00:00:00Z') / 1000

  const writeExport = (models: readonly object[]): string => {
    const file = join(folder, 'export.json')
    const results = models.map((model) => ({ object: 'organization.usage.completions.result', ...model }))
    writeFileSync(file, JSON.stringify({ data: [{ start_time: DAY, end_time: DAY + 86_400, results }], has_more: false }))
    return file
  }

  const addChannel = () =>
    inStore(async (store) => {
      const blank = { weight: 0, priority: 0, baseUrl: '', other: '', modelMapping: '', config: '', systemPrompt: '' }
      const [id = 0] = await store.channels.createMany([{ ...blank, type: 1, name: 'one', models: 'm', group: 'default', key: 'k' }])
      await spend(store, 'gpt-4o', '2026-11-02T05:00:00Z', id)
      return id
    })

  it('compares what the channels of the provider have delivered with its export', async () => {
    const id = await addChannel()
    const file = writeExport([
      { model: 'gpt-4o-2024-08-06', num_model_requests: 1, input_tokens: 1000, output_tokens: 100 },
      { model: 'o3', num_model_requests: 2, input_tokens: 5, output_tokens: 6 },
    ])
    expect(await ledger('reconcile', file)).toBe(
      [
        `OpenAI, channels ${id}`,
        '2026-11-02 o3: requests 0 here, 2 there (-2); input tokens 0 here, 5 there (-5); output tokens 0 here, 6 there (-6)',
        'requests: 1 here, 3 there (-2)',
        'input tokens: 1000 here, 1005 there (-5)',
        'output tokens: 100 here, 106 there (-6)',
        '1 of 2 lines parts.',
      ].join('\n'),
    )
    expect(await ledger('reconcile', file, '--all', '--channel', String(id))).toContain('2026-11-02 gpt-4o: requests 1 here, 1 there;')
  })

  it.each([
    [['reconcile'], "missing required argument 'file'"],
    [['reconcile', '/none/at/all'], 'there is no file /none/at/all'],
    [['reconcile', 'x', '--channel', 'one'], '--channel one is no number of a channel'],
    [['reconcile', 'x', '--apply'], "unknown option '--apply'"],
  ])('says what is wrong: %p', async (given, problem) => {
    await expect(ledger(...given)).rejects.toThrow(problem)
  })

  const result = {
    object: 'organization.usage.completions.result',
    model: 'gpt-4o',
    num_model_requests: 1,
    input_tokens: 1000,
    output_tokens: 100,
  }
  const writePage = (name: string, page: object): string => {
    const file = join(folder, name)
    writeFileSync(file, JSON.stringify(page))
    return file
  }
  const pageOf = (start: number, hasMore: boolean) => ({
    data: [{ start_time: start, end_time: start + 86_400, results: [result] }],
    has_more: hasMore,
  })

  it('compares every day from the first to the last, in whichever order the files are named', async () => {
    const id = await addChannel()
    await inStore(async (store) => {
      await spend(store, 'gpt-4o', '2026-11-01T23:59:59Z', id)
      await spend(store, 'gpt-4o', '2026-11-04T00:00:00Z', id)
      await spend(store, 'gpt-4o', '2026-11-04T23:59:59Z', id)
      await spend(store, 'gpt-4o', '2026-11-05T00:00:00Z', id)
    })
    const [first, last] = [writePage('first.json', pageOf(DAY, true)), writePage('last.json', pageOf(DAY + 2 * 86_400, false))]
    for (const files of [
      [first, last],
      [last, first],
    ])
      expect(await ledger('reconcile', ...files, '--all')).toBe(
        [
          `OpenAI, channels ${id}`,
          '2026-11-02 gpt-4o: requests 1 here, 1 there; input tokens 1000 here, 1000 there; output tokens 100 here, 100 there',
          '2026-11-04 gpt-4o: requests 2 here, 1 there (+1); input tokens 2000 here, 1000 there (+1000); output tokens 200 here, 100 there (+100)',
          'requests: 3 here, 2 there (+1)',
          'input tokens: 3000 here, 2000 there (+1000)',
          'output tokens: 300 here, 200 there (+100)',
          '1 of 2 lines parts.',
        ].join('\n'),
      )
  })

  it('says that pages are missing, that there is no day, and that two providers are two comparisons', async () => {
    await addChannel()
    const more = writePage('more.json', pageOf(DAY, true))
    expect(await ledger('reconcile', more)).toEndWith('\nthe last page says that there are more (has_more): fetch them too')
    const empty = writePage('empty.json', { object: 'page', data: [], has_more: false })
    await expect(ledger('reconcile', empty)).rejects.toThrow(/empty\.json: /)
    const claude = writePage('claude.json', {
      data: [
        {
          starting_at: '2026-11-02T00:00:00Z',
          ending_at: '2026-11-03T00:00:00Z',
          results: [{ model: 'claude-x', uncached_input_tokens: 1, output_tokens: 2 }],
        },
      ],
      has_more: false,
    })
    await expect(ledger('reconcile', more, claude)).rejects.toThrow('the files are of different providers: compare one provider at a time')
  })

  it('asks for channels where it finds none', async () => {
    const file = writeExport([])
    await expect(ledger('reconcile', file)).rejects.toThrow('there is no channel of OpenAI: name those that use its keys with --channel')
    await expect(ledger('reconcile', file, '--channel', '99')).rejects.toThrow('there is no channel 99')
  })
})
