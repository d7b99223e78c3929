import { existsSync } from 'node:fs'
import { eventually } from '../../tools/testing/eventually.ts'
import { ask } from '../fake-upstream/behaviour.ts'
import type { Environment } from '../harness/product.ts'
import { unitsFor } from '../harness/stand.ts'
import { Callers, type Answer } from './answers.ts'
import { audit } from './audit.ts'
import { Nodes, REDIS_URL, chatAt } from './nodes.ts'
import { TcpRelay, type Break } from './tcp-relay.ts'

export interface Sizes {
  readonly requests: number
  readonly kills: number
  readonly streams: number
  readonly pauseSeconds: number
}

export interface Finding {
  /** One line of figures. */
  readonly text: string
  readonly problems: readonly string[]
}

const USAGE = { prompt_tokens: 100, completion_tokens: 10 } as const
const PRICE = unitsFor(USAGE.prompt_tokens, USAGE.completion_tokens)
const CONTENT = ask({ usage: USAGE, events: 3 })
const CALLERS = 48
const PATIENCE_MS = 600_000
const WITH_REDIS: Environment = { REDIS_CONN_STRING: REDIS_URL }

const until = (what: string, isTrue: () => boolean): Promise<true> =>
  eventually(what, () => (isTrue() ? true : undefined), { withinMs: PATIENCE_MS })

const seconds = (count: number): Promise<true> => {
  const end = performance.now() + count * 1000
  return until(`${count} s`, () => performance.now() >= end)
}

const load = (nodes: Nodes, callers = CALLERS): Callers =>
  new Callers({ nodes, key: nodes.stand.token.key, content: CONTENT, callers, asksForBoth: true })

const more = (callers: Callers, count: number): Promise<true> => {
  const enough = callers.whole + count
  return until(`${count} more answers`, () => callers.whole >= enough)
}

const told = (answers: readonly Answer[]): string => {
  const count = (isCounted: (answer: Answer) => boolean): number => answers.filter(isCounted).length
  const broken = count(({ isWhole, status }) => !isWhole && status === 200)
  return `${count(({ isWhole }) => isWhole)} answers, ${broken} broken off, ${count(({ status }) => status === 503)} refused, ${count(({ status }) => status === 0)} without an answer`
}

const finish = async (nodes: Nodes, callers: Callers, text: string): Promise<Finding> => {
  await callers.end()
  return { text: `${text}: ${told(callers.answers)}`, problems: await audit(nodes, callers.answers, PRICE) }
}

/** Kills one node after the other in the midst of the load; each starts again at once. */
export const kill = async ({ requests, kills }: Sizes): Promise<Finding> => {
  await using nodes = await Nodes.open({ environment: WITH_REDIS })
  const callers = load(nodes)
  for (let turn = 0; turn < kills; turn++) {
    await until('the next kill', () => callers.whole >= ((turn + 1) * requests) / (kills + 1))
    await nodes.weirs[turn % 3]?.kill()
    await nodes.startAgain(turn % 3)
  }
  await until('the last requests', () => callers.whole >= requests)
  return await finish(nodes, callers, `${kills} kills`)
}

/** Stops a node in the midst of the load and lets it go on later, as a machine that is moved does. */
export const pause = async ({ pauseSeconds }: Sizes): Promise<Finding> => {
  await using nodes = await Nodes.open({ environment: WITH_REDIS })
  const callers = load(nodes)
  await more(callers, 300)
  const pid = nodes.weirs[1]?.pid ?? 0
  process.kill(pid, 'SIGSTOP')
  await seconds(pauseSeconds)
  process.kill(pid, 'SIGCONT')
  await more(callers, 300)
  return await finish(nodes, callers, `paused for ${pauseSeconds} s`)
}

const SECONDS_CUT = 8

const cutOff = async (from: 'SQL_DSN' | 'REDIS_CONN_STRING', how: Break): Promise<Finding> => {
  let line: TcpRelay | undefined
  const own = async (databaseUrl: string): Promise<readonly Environment[]> => {
    const address = from === 'SQL_DSN' ? databaseUrl : REDIS_URL
    line = await TcpRelay.open(address)
    return [{}, { [from]: line.addressOf(address) }]
  }
  await using nodes = await Nodes.open({ environment: WITH_REDIS, own })
  const callers = load(nodes)
  await more(callers, 300)
  line?.cut(how)
  await seconds(SECONDS_CUT)
  line?.mend()
  await more(callers, 300)
  // A node that has come back serves again.
  await eventually('the node to serve', async () => {
    const reply = await chatAt(nodes.urlFor(1), { key: nodes.stand.token.key, content: CONTENT })
    return reply.ok ? true : undefined
  })
  const finding = await finish(nodes, callers, `cut off from ${from === 'SQL_DSN' ? 'PostgreSQL' : 'Redis'} for ${SECONDS_CUT} s, ${how}`)
  for (const weir of nodes.weirs) await weir.kill()
  await line?.close()
  return finding
}

export const redis = (): Promise<Finding> => cutOff('REDIS_CONN_STRING', 'reset')
export const redisSilent = (): Promise<Finding> => cutOff('REDIS_CONN_STRING', 'silence')
export const postgres = (): Promise<Finding> => cutOff('SQL_DSN', 'reset')
export const postgresSilent = (): Promise<Finding> => cutOff('SQL_DSN', 'silence')

/** Restarts all nodes one after the other while streams run on all of them: none may break off. */
export const rolling = async ({ streams }: Sizes): Promise<Finding> => {
  await using nodes = await Nodes.open({ environment: WITH_REDIS })
  const { gate } = nodes.stand.fake
  const content = ask({ usage: USAGE, events: 12, waits: 'between-events' })
  const callers = new Callers({ nodes, key: nodes.stand.token.key, content, callers: streams, asksForBoth: false })
  let isWriting = true
  // Upstream writes on at every tenth of a second: a stream takes longer than a node needs to start.
  const writing = (async () => {
    while (isWriting) {
      await seconds(0.1)
      gate.go()
    }
  })()
  await until('all streams to run', () => nodes.stand.fake.journal.length >= streams)
  for (const at of [0, 1, 2]) {
    const code = await nodes.weirs[at]?.stop()
    if (code !== 0) throw new Error(`node ${at} ended with ${code}`)
    await nodes.startAgain(at)
  }
  await more(callers, streams)
  await callers.end()
  isWriting = false
  await writing
  const broken = callers.answers.filter(({ isWhole, status }) => !isWhole && status === 200).length
  const problems = await audit(nodes, callers.answers, PRICE)
  return {
    text: `rolling restart under ${streams} streams: ${told(callers.answers)}`,
    problems: broken === 0 ? problems : [`${broken} streams were broken off`, ...problems],
  }
}

const FAKETIME = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']
  .map((folder) => `${folder}/faketime/libfaketime.so.1`)
  .find((file) => existsSync(file))

/** Two of the nodes are ten minutes wrong; requests stay open for longer than it takes to look for dead nodes three times. */
export const clock = async (): Promise<Finding> => {
  if (FAKETIME === undefined) throw new Error('this needs libfaketime: apt-get install libfaketime')
  const wrong = (by: string): Environment => ({ LD_PRELOAD: FAKETIME, FAKETIME: by, FAKETIME_DONT_FAKE_MONOTONIC: '1' })
  await using nodes = await Nodes.open({ environment: WITH_REDIS, own: () => Promise.resolve([{}, wrong('+600s'), wrong('-600s')]) })
  const callers = load(nodes)
  const { gate } = nodes.stand.fake
  const key = nodes.stand.token.key
  const waiting = nodes.chats(9, { key, content: ask({ usage: USAGE, waits: 'before-reply' }) })
  await until('nine to wait', () => gate.waiting === 9)
  await seconds(35)
  gate.go()
  const replies = await Promise.all(waiting)
  for (const reply of replies) {
    await reply.text()
    callers.answers.push({ requestId: reply.headers.get('x-request-id') ?? '', status: reply.status, isWhole: reply.ok })
  }
  await callers.end()
  const [offsets] = await nodes.database.read('select max(abs(seen_at - extract(epoch from now()))) as most from nodes')
  const finding = await finish(nodes, callers, 'clocks ten minutes ahead and behind')
  const most = Number(offsets?.['most'])
  return most < 120 ? finding : { ...finding, problems: [`a sign of life is ${most} s from now`, ...finding.problems] }
}
