import { readFileSync } from 'node:fs'
import { setOption } from '@weir/contract/site'
import { getStatus } from '@weir/contract/status'
import { eventually } from '../../tools/testing/eventually.ts'
import type { Stand } from './stand.ts'

/** So many connections reach each of four workers: that one is missed has a chance of one to 25 000. */
export const ENOUGH_CONNECTIONS = 40

/** The processes that a process has started. */
export const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** On a connection of its own, so that the system spreads the calls over the workers. */
export const fetchAnew = (
  url: string,
  init: { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string },
) => fetch(url, { ...init, keepalive: false, headers: { ...init.headers, connection: 'close' } })

/** Sets one more option and waits until every worker tells it: then each knows what was set before. */
export const untilAllKnow = async ({ root, weir }: Pick<Stand, 'root' | 'weir'>): Promise<void> => {
  const mark = `Weir ${crypto.randomUUID()}`
  await root.call(setOption, { body: { key: 'SystemName', value: mark } })
  const ask = async (): Promise<boolean> => (await (await fetchAnew(`${weir.url}${getStatus.path}`, {})).text()).includes(mark)
  await eventually('all workers to know the options', async () => {
    const answers = await Promise.all(Array.from({ length: ENOUGH_CONNECTIONS }, ask))
    return answers.every(Boolean) ? true : undefined
  })
}
