import { Database } from 'bun:sqlite'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '../../tools/testing/eventually.ts'
import { MODEL, type Stand } from '../harness/stand.ts'

const INSIDE = /\bat .+:\d+:\d+|node_modules|sqlite|select .+ from|"internal/i
/** Not served here, and no channel for a model: told by a status above 500 for the sake of existing clients. */
const PLAIN_REFUSALS = new Set([501, 503])

/** What is wrong with a reply, whatever was sent. */
export const problemOfReply = (status: number, text: string): string | undefined => {
  if (status < 200 || (status >= 500 && !PLAIN_REFUSALS.has(status))) return `status ${status}: ${text.slice(0, 200)}`
  return INSIDE.test(text) ? `shows its inside: ${text.slice(0, 200)}` : undefined
}

export const residentMegabytes = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
/** User and system time, of which the kernel tells hundredths of a second. */
export const processorMs = (pid: number): number => {
  const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').slice(11, 13).map(Number) ?? []
  return (user + system) * 10
}
export const descriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

const isServed = async ({ weir, token }: Stand): Promise<boolean> => {
  const response = await fetch(`${weir.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${token.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'hello' }] }),
  })
  await response.bytes()
  return response.status === 200
}

const openHolds = (dataDir: string): number => {
  using database = new Database(join(dataDir, 'weir.db'), { readonly: true })
  return database.query<{ count: number }, []>('select count(*) as count from reservations').get()?.count ?? Number.NaN
}

/** What must hold after everything a caller has done: the next request is served, no hold is left, nothing is open and the log tells no fault. */
export const expectUnharmed = async (stand: Stand, openBefore: number): Promise<void> => {
  const { weir } = stand
  if (!(await isServed(stand))) throw new Error('the next request is not served')
  await eventually('the last hold to be settled', () => openHolds(weir.dataDir) === 0 || undefined)
  // Idle connections to an upstream are kept for 55 s and swept every 10 s.
  const isClosed = (): true | undefined => descriptors(weir.pid) <= openBefore + 10 || undefined
  await eventually('the last connection to be closed', isClosed, { withinMs: 90_000 })
  const faults = weir.output.split('\n').filter((line) => line.startsWith('    at ') || line.includes('request failed'))
  if (faults.length > 0) throw new Error(`${faults.length} faults in the log: ${faults[0]}`)
}
