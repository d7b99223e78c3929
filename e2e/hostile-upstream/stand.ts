import { readFileSync } from 'node:fs'
import { createChannel } from '@weir/contract/channel'
import type { LogObject } from '@weir/contract/log'
import { setOption } from '@weir/contract/site'
import { createToken } from '@weir/contract/token'
import { eventually } from '../../tools/testing/eventually.ts'
import { RawUpstream } from '../fake-upstream/raw.ts'
import { ApiClient } from '../harness/api-client.ts'
import type { DatabaseKind, FreshDatabase } from '../harness/databases.ts'
import { ownLogs, selfOf } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'
import {
  anthropic,
  anthropicMessages,
  cohere,
  contentByChat,
  embeddings,
  gemini,
  geminiContent,
  messagesByChat,
  openaiChat,
  openaiCompletions,
  openaiResponses,
} from './event-wires.ts'
import { bedrock, ollama } from './other-wires.ts'
import { COMPLETION_RATIO, MODEL_RATIO } from './rules.ts'
import { translatedWires } from './translated-wires.ts'
import type { Wire } from './wire.ts'

export const wires: readonly Wire[] = [
  openaiChat,
  openaiCompletions,
  openaiResponses,
  anthropic,
  anthropicMessages,
  messagesByChat,
  gemini,
  geminiContent,
  contentByChat,
  bedrock,
  cohere,
  ollama,
  embeddings,
  ...translatedWires,
]

/** A server with one channel for each wire, all of them to the same hostile upstream. */
export interface HostileStand {
  readonly weir: Weir
  readonly upstream: RawUpstream
  readonly root: ApiClient
  readonly authorization: string
  readonly database: FreshDatabase
  /** As they were after the last request. */
  books: Books
}

const ratios = (ratio: number): string => JSON.stringify(Object.fromEntries(wires.map(({ model }) => [model, ratio])))

export const openHostileStand = async (kind: DatabaseKind): Promise<HostileStand> => {
  const database = await kind.fresh()
  const upstream = new RawUpstream()
  const weir = await Weir.start({ dataDir: database.dataDir, environment: database.environment })
  const root = await ApiClient.signIn(weir.url)
  const options = {
    ModelRatio: ratios(MODEL_RATIO),
    CompletionRatio: ratios(COMPLETION_RATIO),
    ApproximateTokenEnabled: 'true',
    AutomaticDisableChannelEnabled: 'false',
  }
  for (const [key, value] of Object.entries(options)) await root.call(setOption, { body: { key, value } })
  for (const { name, channel, model } of wires) {
    await root.call(createChannel, { body: { ...channel, name, base_url: upstream.url, models: model } })
  }
  const token = await root.call(createToken, { body: { name: 'hostile', unlimited_quota: true } })
  const books = { quota: CREDIT, newestRow: 0, rows: [] }
  return { weir, upstream, root, database, authorization: `Bearer sk-${token.key}`, books }
}

export const closeHostileStand = async ({ weir, upstream, database }: HostileStand): Promise<void> => {
  await weir.close()
  upstream.stop()
  await database.drop()
}

/** What the server holds now, and the most it ever held. */
export const memoryOf = ({ weir }: HostileStand): { readonly megabytes: number; readonly peak: number } => {
  const status = readFileSync(`/proc/${weir.pid}/status`, 'utf8')
  const [megabytes = 0, peak = 0] = [/VmRSS:\s+(\d+)/, /VmHWM:\s+(\d+)/].map((figure) =>
    Math.round(Number(figure.exec(status)?.[1]) / 1024),
  )
  return { megabytes, peak }
}

/** What the first account starts with. */
const CREDIT = 500_000_000_000_000

/** The account when nothing is held, and its rows since the ones before. */
export interface Books {
  readonly quota: number
  readonly newestRow: number
  readonly rows: readonly LogObject[]
}

/** Waits for so many rows more, and until no hold is left and the balance and the counter make up the whole credit. */
export const readBooks = ({ root, database }: HostileStand, since: number, least: number): Promise<Books> =>
  eventually(`${least} rows, no hold and a balance that adds up`, async () => {
    const [holds, { quota, used_quota: used }, all] = await Promise.all([database.count('reservations'), selfOf(root), ownLogs(root)])
    const rows = all.filter(({ id }) => id > since)
    if (holds > 0 || quota + used !== CREDIT || rows.length < least) return undefined
    return { quota, newestRow: all[0]?.id ?? 0, rows }
  })
