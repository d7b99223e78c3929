import { createChannel } from '@weir/contract/channel'
import { createToken } from '@weir/contract/token'
import { setOption } from '@weir/contract/site'
import { eventually } from '../../tools/testing/eventually.ts'
import { ApiClient } from '../harness/api-client.ts'
import type { DatabaseKind, FreshDatabase } from '../harness/databases.ts'
import { ownLogs, selfOf } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'
import { untilAllKnow } from '../harness/workers.ts'
import { openRawCaller, type RawCaller } from './raw-caller.ts'
import { ScriptedUpstream } from './scripted-upstream.ts'

const MODEL = 'gpt-realtime'
/** What the first account starts with. */
const CREDIT = 500_000_000_000_000

/** Two workers over one database, with a channel to an upstream that says whatever it is told to. */
export interface RealtimeStand {
  readonly name: string
  readonly weir: Weir
  readonly upstream: ScriptedUpstream
  readonly root: ApiClient
  readonly database: FreshDatabase
  readonly call: () => RawCaller
  /** The newest row that has been looked at. */
  newestRow: number
  spent: number
}

const openRealtimeStand = async (kind: DatabaseKind): Promise<RealtimeStand> => {
  const database = await kind.fresh()
  const upstream = new ScriptedUpstream()
  const weir = await Weir.start({ dataDir: database.dataDir, environment: { ...database.environment, WORKERS: '2' } })
  const root = await ApiClient.signIn(weir.url)
  await root.call(setOption, { body: { key: 'AutomaticDisableChannelEnabled', value: 'false' } })
  await root.call(createChannel, { body: { type: 1, name: 'voice', key: 'sk-upstream', base_url: upstream.url, models: MODEL } })
  const { key } = await root.call(createToken, { body: { name: 'voice', unlimited_quota: true } })
  await untilAllKnow({ root, weir })
  const call = () => openRawCaller(weir.url, { key, model: MODEL })
  return { name: kind.name, weir, upstream, root, database, call, newestRow: 0, spent: 0 }
}

export const closeRealtimeStand = async ({ weir, upstream, database }: RealtimeStand): Promise<void> => {
  await weir.close()
  await upstream.stop()
  await database.drop()
}

/** One after the other: each starts several processes. */
export const openRealtimeStands = async (kinds: readonly DatabaseKind[]): Promise<readonly RealtimeStand[]> => {
  const stands: RealtimeStand[] = []
  for (const kind of kinds) stands.push(await openRealtimeStand(kind))
  return stands
}

/** What each answer was charged since the last bill, oldest first, once no session is open, nothing is held and the books agree. */
export const readBill = async (stand: RealtimeStand): Promise<readonly number[]> => {
  const { root, database, upstream } = stand
  return await eventually('no session, no hold and books that agree', async () => {
    if (upstream.openSockets > 0 || (await database.count('reservations')) > 0) return undefined
    const [{ quota, used_quota: used }, all] = await Promise.all([selfOf(root), ownLogs(root)])
    const charges = all.filter((row) => row.id > stand.newestRow && row.quota > 0).map((row) => row.quota)
    const spent = stand.spent + charges.reduce((sum, charge) => sum + charge, 0)
    if (quota + used !== CREDIT || used !== spent) return undefined
    stand.newestRow = all[0]?.id ?? stand.newestRow
    stand.spent = spent
    return charges.toReversed()
  })
}
