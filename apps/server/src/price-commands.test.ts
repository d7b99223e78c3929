import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '@weir/store/open-store'
import { writeMigratedFile } from '@weir/store/testing/migrated-file'
import { TEST_ROOT_KEY } from '@weir/store/testing/root-key'
import { priceOf } from './relay/prices.ts'
import { settingsFrom } from './settings/settings.ts'
import { runCommandLine } from './testing/command-line.ts'

let folder = ''

const prices = async (...args: readonly string[]) => (await runCommandLine(['prices', ...args], { environment: { DATA_DIR: folder } })).out

const inStore = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
  const place = { dsn: '', sqlitePath: join(folder, 'weir.db'), rootKey: TEST_ROOT_KEY, nodeId: 'node-1', clock: Date.now }
  const store = await openStore(place)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const write = (list: unknown): string => {
  const file = join(folder, 'list.json')
  writeFileSync(file, typeof list === 'string' ? list : JSON.stringify(list))
  return file
}

const savedSettings = async () => {
  const stored = await inStore(({ options }) => options.all())
  return settingsFrom(new Map(stored.map(({ name, value }) => [name, value])))
}

const GPT = { litellm_provider: 'openai', mode: 'chat', input_cost_per_token: 3e-6, output_cost_per_token: 1e-5 }

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'weir-prices-'))
  writeFileSync(join(folder, 'secret.key'), `${'07'.repeat(32)}\n`, { mode: 0o600 })
  await writeMigratedFile(join(folder, 'weir.db'))
  await inStore(() => Promise.resolve())
})

afterEach(() => rmSync(folder, { recursive: true }))

describe('weir prices import', () => {
  it('shows what a public list would change and changes nothing', async () => {
    const file = write({ 'gpt-4o': GPT, 'brand-new': GPT })
    expect(await prices('import', file)).toBe(
      [
        '1 new, 1 changed, 0 the same, 0 own sheets that the list does not hold',
        'new, in dollars per million tokens:',
        '  brand-new: input 3, output 10',
        'changed:',
        '  gpt-4o: input 2.5 to 3 (+20 %), cacheRead 1.25 to -',
        'nothing was changed: add --apply to save this',
      ].join('\n'),
    )
    expect((await savedSettings()).sheets().size).toBe(0)
  })

  it('saves what is confirmed, once, and charges by it', async () => {
    const file = write({ 'gpt-4o': GPT, 'brand-new': { ...GPT, input_cost_per_token_above_200k_tokens: 6e-6 } })
    expect(await prices('import', file, '--apply')).toContain('2 sheets are saved')
    const settings = await savedSettings()
    expect(priceOf('gpt-4o', 'default', settings).ratios).toMatchObject({ model: 1.5, completion: 3.333333 })
    expect(priceOf('brand-new', 'default', settings)).toMatchObject({
      isListed: true,
      ratios: { model: 1.5 },
      tiers: [{ above: 200_000, ratios: { model: 3, completion: 1.666667 } }],
    })
    expect(await prices('import', file)).toBe('0 new, 0 changed, 2 the same, 0 own sheets that the list does not hold')
    const audit = await inStore((store) => store.audit.list({ actorId: 0, action: '', startTime: 0, endTime: 0 }, { offset: 0, limit: 10 }))
    expect(audit).toMatchObject([{ actor_name: 'command', action: 'option.set', object: 'ModelSheets', after: '2 sheets' }])
  })

  it('fails and saves nothing when it cannot be written down', async () => {
    const database = new Database(join(folder, 'weir.db'))
    database.run(`create trigger full before insert on audit_entries begin select raise(abort, 'no more room'); end`)
    database.close()
    await expect(prices('import', write({ 'gpt-4o': GPT }), '--apply')).rejects.toThrow('no more room')
    expect(await inStore(({ options }) => options.all())).toEqual([])
  })

  it('reads what it exports', async () => {
    const exported = await prices('export')
    expect(exported).toContain('{"model":"gpt-4o",')
    const { models } = JSON.parse(exported) as { readonly models: readonly { readonly model: string }[] }
    const names = models.map(({ model }) => model)
    expect(names).toEqual(names.toSorted())
    expect(await prices('import', write(exported))).toMatch(/^0 new, 0 changed, \d{4} the same/)
  })

  it('names every wrong figure and applies nothing', async () => {
    const sheet = { model: 'a', vendor: 'own', mode: 'chat', price: { input: 1 } }
    const bad = [sheet, { ...sheet, model: 'b', price: { input: -1 } }, { ...sheet, model: 'c', price: { output: 1e9 } }, { model: 'd' }, 7]
    const failure = prices('import', write(`{"models": [\n${bad.map((row) => JSON.stringify(row)).join(',\n')}]}`), '--apply')
    await expect(failure).rejects.toThrow('nothing was applied, 4 models are wrong')
    await expect(failure).rejects.toThrow(/line 3: b: price\.input.*\nline 4: c: price\.output.*\nline 5: d: vendor.*\nmodels\[4\]: /)
    expect((await savedSettings()).sheets().size).toBe(0)
  })

  it('says what it cannot read', async () => {
    await expect(prices('import', write('{"models": [\n{},\n]}'))).rejects.toThrow('is no price list: line 3 is not valid JSON')
    await expect(prices('import', write({ a: 1 }))).rejects.toThrow('is no price list')
    await expect(prices('import', join(folder, 'absent.json'))).rejects.toThrow(`there is no file ${folder}/absent.json`)
    await expect(prices('import', 'ftp://prices.example/list.json')).rejects.toThrow(
      'ftp://prices.example/list.json is not read: give a file, or an address with http:// or https://',
    )
    await expect(prices('import')).rejects.toThrow("missing required argument 'source'")
    await expect(prices('drop')).rejects.toThrow("unknown command 'drop'")
  })

  it('fetches a list by its address', async () => {
    using server = Bun.serve({ port: 0, fetch: () => Response.json({ 'brand-new': GPT }) })
    expect(await prices('import', `http://127.0.0.1:${server.port}/list.json`)).toContain('1 new, 0 changed')
  })
})
