import { afterEach, describe, expect, it } from 'bun:test'
import { readdirSync } from 'node:fs'
import { listOptions } from '@weir/contract/site'
import { redeemCode } from '@weir/contract/redemption'
import { eventually } from '../../tools/testing/eventually.ts'
import { ApiClient } from '../harness/api-client.ts'
import { databases, type FreshDatabase } from '../harness/databases.ts'
import { runWeir } from '../harness/run-weir.ts'
import { openaiClient, selfOf } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'
import { FIXTURES, PASSWORDS, backupOf, placeFiles, readRelease, type Release } from './release.ts'

/** Of every release: what alice was given (a start, a credit, a code) and five requests of 1800 units each. */
const GIVEN = 1_000_000 + 5_000_000 + 250_000
const SPENT = 5 * 1800
/** The same request now: 17 tokens in and 5 out, which count twice, at 50 units. The release counted 26 in. */
const CHARGE = 1350
const CHANNEL_KEYS = { WEIR_CHANNEL_ONE: 'sk-one', WEIR_CHANNEL_TWO: 'sk-two' }

const cleanups: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

const run = async (args: readonly string[], { dataDir, environment }: FreshDatabase): Promise<string> => {
  const { code, stdout, stderr } = await runWeir(args, { ...environment, DATA_DIR: dataDir })
  expect([code, stderr.includes('weir:') ? stderr : '']).toEqual([0, ''])
  return stdout
}

/** SQLite is opened as the file that the version left; the servers are filled with the backup that it wrote. */
const place = async (kind: (typeof databases)[number], release: Release): Promise<FreshDatabase> => {
  const database = await kind.fresh()
  cleanups.push(() => database.drop())
  const isFile = Object.keys(database.environment).length === 0
  await placeFiles(database.dataDir, release, isFile)
  if (!isFile) expect(await run(['restore', backupOf(release.version)], database)).toContain('All balances agree with the ledger.')
  return database
}

const expectRows = async (database: FreshDatabase, { rows }: Release): Promise<void> => {
  for (const [table, count] of Object.entries(rows)) expect([table, await database.count(table)]).toEqual([table, count])
}

const expectServes = async (weir: Weir, release: Release): Promise<void> => {
  const alice = await ApiClient.signIn(weir.url, 'alice', PASSWORDS.alice)
  const balance = async (): Promise<number> => (await selfOf(alice)).quota
  // The stream that the old server was killed in is closed, and what it held given back.
  await eventually('the hold to be given back', async () => (await balance()) === GIVEN - SPENT || undefined)
  const options = await (await ApiClient.signIn(weir.url, 'root', PASSWORDS.root)).call(listOptions, {})
  expect(options.find(({ key }) => key === 'SystemName')?.value).toBe('River')

  const answer = await openaiClient(weir.url, `sk-${release.tokenKey}`).chat.completions.create({
    model: 'own-model',
    messages: [{ role: 'user', content: 'Hello there' }],
  })
  expect(answer.choices[0]?.message.content).toBeTruthy()
  await eventually('the charge', async () => (await balance()) === GIVEN - SPENT - CHARGE || undefined)
  expect(await alice.call(redeemCode, { body: { key: release.unusedCode } })).toBe(250_000)
  expect(await selfOf(alice)).toMatchObject({ quota: GIVEN - SPENT - CHARGE + 250_000, used_quota: SPENT + CHARGE })
}

describe('a database of a released version', () => {
  for (const version of readdirSync(FIXTURES))
    for (const kind of databases)
      it(`${version} in ${kind.name} is brought up to date, keeps every balance and serves`, async () => {
        const release = await readRelease(version)
        expect(release.users['alice']).toMatchObject({ quota: GIVEN - SPENT - release.openHold, used_quota: SPENT, status: 1 })
        const database = await place(kind, release)
        const weir = await Weir.start({ dataDir: database.dataDir, environment: { ...database.environment, ...CHANNEL_KEYS } })
        cleanups.push(() => weir.close())
        await expectRows(database, release)
        await expectServes(weir, release)
        await weir.stop()

        expect(await run(['ledger', 'verify'], database)).toBe('All balances agree with the ledger.\n')
        await run(['audit', 'verify', '--head', release.auditHead], database)
        const tokens = await database.read('select name, remain_quota from tokens')
        expect(tokens.map(({ name, remain_quota: left }) => [name, Number(left)])).toContainEqual(['limited', 296_400])
      }, 180_000)
})
