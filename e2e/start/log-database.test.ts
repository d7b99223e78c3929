import { afterEach, describe, expect, it } from 'bun:test'
import { Database } from 'bun:sqlite'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { statOwnLogs } from '@weir/contract/log'
import { eventually } from '../../tools/testing/eventually.ts'
import { ApiClient } from '../harness/api-client.ts'
import { temporaryFolder } from '../harness/product.ts'
import { runWeir } from '../harness/run-weir.ts'
import { MODEL, nextLog, openStand, openaiClient, ownLogs } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'

const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

const requestIdsIn = (path: string): readonly string[] => {
  using file = new Database(path, { readonly: true })
  const rows = file.query<{ request_id: string }, []>('select request_id from logs where type = 2 order by id').all()
  return rows.map((row) => row.request_id)
}

const quotaOf = async (root: ApiClient): Promise<number> => (await root.call(statOwnLogs, { query: {} })).quota

describe('LOG_SQL_DSN', () => {
  it('takes over the log, gets each row once although the server is killed, and gives the log back', async () => {
    const dataDir = temporaryFolder()
    cleanups.push(async () => rmSync(dataDir, { recursive: true, force: true }))
    const [mainFile, logFile] = [join(dataDir, 'weir.db'), join(dataDir, 'log.db')]
    const environment = { LOG_SQL_DSN: logFile }
    const stand = await openStand({ dataDir })
    cleanups.push(
      () => stand.fake.stop(),
      () => stand.weir.close(),
    )
    const start = async (): Promise<{ readonly weir: Weir; readonly root: ApiClient }> => {
      const weir = await Weir.start({ dataDir, environment })
      cleanups.push(() => weir.close())
      return { weir, root: await ApiClient.signIn(weir.url) }
    }
    const relay = async (url: string): Promise<void> => {
      const client = openaiClient(url, `sk-${stand.token.key}`)
      await client.chat.completions.create({ model: MODEL, messages: [{ role: 'user', content: 'Hi' }] })
    }
    await relay(stand.weir.url)
    await stand.weir.stop()

    const first = await start()
    const kept = await nextLog(first.root, 0)
    await relay(first.weir.url)
    expect((await nextLog(first.root, 1)).quota).toBe(kept.quota)
    await relay(first.weir.url)
    await first.weir.kill()

    const second = await start()
    await nextLog(second.root, 2)
    await eventually('the main database has no row left', async () => (requestIdsIn(mainFile).length === 0 ? true : undefined))
    expect(new Set(requestIdsIn(logFile)).size).toBe(3)
    expect(requestIdsIn(logFile).length).toBe(3)
    expect((await ownLogs(second.root)).map(({ quota }) => quota)).toEqual([kept.quota, kept.quota, kept.quota])
    expect(await quotaOf(second.root)).toBe(3 * kept.quota)
    await second.weir.stop()

    const without = await runWeir([], { DATA_DIR: dataDir })
    expect(without.code).not.toBe(0)
    expect(without.stderr).toContain(`the log of this installation is in ${logFile}: set LOG_SQL_DSN to it`)
    const at = { DATA_DIR: dataDir, ...environment }
    expect((await runWeir(['ledger', 'verify'], at)).stdout).toBe('All balances agree with the ledger.\n')
    const doctor = await runWeir(['doctor'], at)
    expect(doctor.stdout).toContain(`${logFile} answers, 0 rows wait in the main database`)

    const together = join(dataDir, 'together.db')
    const moved = await runWeir(['move', '--to', together], at)
    expect([moved.code, moved.stdout.includes('without LOG_SQL_DSN or with one that names an empty database')]).toEqual([0, true])
    expect(requestIdsIn(together)).toEqual(requestIdsIn(logFile))
  }, 600_000)
})
