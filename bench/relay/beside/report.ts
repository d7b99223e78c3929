import { quantile, spread, table } from '../spread.ts'
import type { BesideFigures } from './rounds.ts'

/** Each against the bare ones, nginx and Bun, and against the third, this version: of one round each. */
export const renderBeside = (title: string, all: readonly BesideFigures[], perEvent: number): string => {
  const [nginx, bun, current] = all
  const ratio = (one: BesideFigures, other: BesideFigures | undefined): string =>
    spread(
      one.micros.map((micros, round) => micros / (other?.micros[round] ?? Number.NaN)),
      2,
    )
  const digits = perEvent === 1 ? 0 : 1
  const rows = all.map((one) => [
    one.name,
    spread(
      one.micros.map((micros) => micros / perEvent),
      digits,
    ),
    (one.allMicros / perEvent).toFixed(digits),
    ratio(one, nginx),
    ratio(one, bun),
    ratio(one, current),
    `${quantile(one.latencies, 0.5).toFixed(2)} ms`,
    `${quantile(one.latencies, 0.99).toFixed(2)} ms`,
    String(one.failures),
  ])
  const unit = perEvent === 1 ? 'request' : 'event'
  const head = [
    'Program',
    `CPU per ${unit}, µs`,
    'with what is put off',
    'against nginx',
    'against bare Bun',
    'against this version',
    'p50',
    'p99',
    'failed',
  ]
  return `\n${title}\n\n${table(head, rows)}`
}
