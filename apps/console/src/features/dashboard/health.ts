import type { DashboardData } from '@weir/contract/dashboard'
import { slotsOf, type Course } from './period.ts'

type Channel = DashboardData['channels'][number]

export type Health = 'idle' | 'good' | 'shaky' | 'bad'

const SHAKY = 0.01
const BAD = 0.1

export const healthOf = ({ requests, failures }: { readonly requests: number; readonly failures: number }): Health => {
  if (requests === 0) return 'idle'
  const share = failures / requests
  if (share >= BAD) return 'bad'
  return share >= SHAKY ? 'shaky' : 'good'
}

export interface HealthCell {
  readonly time: number
  readonly requests: number
  readonly failures: number
  readonly medianMs: number
}

/** One cell per slice, quiet ones included. */
export const cellsOf = (channel: Channel, course: Course): readonly HealthCell[] => {
  const known = new Map(channel.cells.map((cell) => [cell.time, cell]))
  return slotsOf(course).map((time) => {
    const cell = known.get(time)
    return { time, requests: cell?.requests ?? 0, failures: cell?.failures ?? 0, medianMs: cell?.median_latency ?? 0 }
  })
}

export const totalOf = (cells: readonly HealthCell[]) => ({
  requests: cells.reduce((sum, cell) => sum + cell.requests, 0),
  failures: cells.reduce((sum, cell) => sum + cell.failures, 0),
})
