import { afterEach, describe, expect, it } from 'bun:test'
import { join } from 'node:path'
import { ApiClient } from '../harness/api-client.ts'
import { databases, type FreshDatabase } from '../harness/databases.ts'
import { command, environmentWith, repository, type Environment } from '../harness/product.ts'
import { runWeir } from '../harness/run-weir.ts'
import { MODEL, openStand, openaiClient, ownLogs } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'

const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

const freshOf = async (kind: (typeof databases)[number] | undefined): Promise<FreshDatabase> => {
  if (kind === undefined) throw new Error('there is no database')
  const database = await kind.fresh()
  cleanups.push(() => database.drop())
  return database
}

const environmentOf = ({ dataDir, environment }: FreshDatabase): Environment => ({ ...environment, DATA_DIR: dataDir })

/** Ends the command as a power cut would, at the first line that has the word. */
const killedAt = async (word: string, args: readonly string[], environment: Environment): Promise<void> => {
  const child = Bun.spawn([...command, ...args], {
    cwd: repository,
    env: environmentWith(environment),
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  let said = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stderr) {
    said += decoder.decode(chunk, { stream: true })
    if (!said.includes(word)) continue
    child.kill('SIGKILL')
    break
  }
  await child.exited
  expect([said.includes(word), child.signalCode]).toEqual([true, 'SIGKILL'])
}

const succeed = async (args: readonly string[], environment: Environment): Promise<string> => {
  const { code, stdout, stderr } = await runWeir(args, environment)
  expect([code, stderr.includes('weir:')]).toEqual([0, false])
  return stdout
}

const relay = (url: string, key: string) =>
  openaiClient(url, `sk-${key}`).chat.completions.create({ model: MODEL, messages: [{ role: 'user', content: 'Hi' }] })

describe('a backup of a running server', () => {
  databases.forEach((kind, index) => {
    const next = databases[(index + 1) % databases.length]

    it(`of ${kind.name} is restored into ${next?.name} and moved on to a file, each killed once on the way, and serves as before`, async () => {
      const [source, target] = [await freshOf(kind), await freshOf(next)]
      const stand = await openStand({ dataDir: source.dataDir, environment: source.environment })
      cleanups.push(
        () => stand.fake.stop(),
        () => stand.weir.close(),
      )
      for (let call = 0; call < 3; call++) await relay(stand.weir.url, stand.token.key)
      expect(await ownLogs(stand.root)).toHaveLength(3)
      const file = join(source.dataDir, 'weir.backup')
      await succeed(['backup', file, '--with-key'], environmentOf(source))
      await stand.weir.stop()

      await killedAt('users: 1 row', ['restore', file], environmentOf(target))
      expect(await succeed(['restore', file], environmentOf(target))).toContain('All balances agree with the ledger. Start the server.')
      for (const table of ['users', 'tokens', 'channels', 'ledger_entries', 'logs', 'options'])
        expect([table, await target.count(table)]).toEqual([table, await source.count(table)])

      const again = await Weir.start({ dataDir: target.dataDir, environment: target.environment })
      cleanups.push(() => again.close())
      const root = await ApiClient.signIn(again.url)
      await relay(again.url, stand.token.key)
      expect(await ownLogs(root)).toHaveLength(4)
      await again.stop()
      expect(await succeed(['ledger', 'verify'], environmentOf(target))).toBe('All balances agree with the ledger.\n')

      const place = join(target.dataDir, 'moved.db')
      await killedAt('users: 1 row', ['move', '--to', place], environmentOf(target))
      expect(await succeed(['move', '--to', place], environmentOf(target))).toMatch(
        /each compared with the source.*\nAll balances agree with the ledger\./,
      )
    }, 600_000)
  })
})
