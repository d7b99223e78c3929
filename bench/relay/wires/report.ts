import { quantile, spread, table } from '../spread.ts'
import type { Weir } from '../weir.ts'
import { LIMITS, type Limit } from './cases.ts'
import type { WireFigures } from './rounds.ts'

const ratioRow = (all: readonly WireFigures[], { id, against, ...limits }: Limit): readonly string[] => {
  const [one, other] = [id, against].map((wanted) => all.find(({ item }) => item.id === wanted))
  const most = one?.isStream === true ? limits.stream : limits.whole
  // Of one round each: the two stand beside each other in it.
  const ratios = (one?.micros ?? []).map((micros, round) => micros / (other?.micros[round] ?? Number.NaN))
  return [id, against, spread(ratios, 2), String(most), quantile(ratios, 0.5) <= most ? 'met' : '**missed**']
}

/** Medians, and in brackets the middle half of all rounds. */
export const renderWires = (title: string, all: readonly WireFigures[], events: number): string => {
  const unit = events === 1 ? 'request' : 'event'
  const costs = all.map(({ item, micros }) => [
    item.id,
    spread(
      micros.map((value) => value / events),
      events === 1 ? 0 : 1,
    ),
  ])
  return [
    `\n${title}\n`,
    table(['Wire', `CPU per ${unit}, µs`], costs),
    table(
      ['Wire', 'against', 'ratio', 'limit', ''],
      LIMITS.map((limit) => ratioRow(all, limit)),
    ),
  ].join('\n')
}

interface Sums {
  readonly quota: number
  readonly token: number
}

/** What is wrong when the rows of the log are compared with the answers that came: nothing, as a rule. */
export const problemsOf = async (weir: Weir, all: readonly WireFigures[]): Promise<readonly string[]> => {
  const problems: string[] = []
  const expect = (what: string, seen: number, wanted: number): void => {
    if (seen !== wanted) problems.push(`${what}: ${seen} instead of ${wanted}`)
  }
  for (const { item, isStream, tokenName, answers, failures } of all) {
    const { quota, token } = await weir.get<Sums>(`/api/log/stat?type=2&token_name=${encodeURIComponent(tokenName)}`)
    expect(`${tokenName}, failures`, failures, 0)
    expect(`${tokenName}, tokens in the log`, token, answers * (isStream ? 220 : 250))
    expect(`${tokenName}, units in the log`, quota, answers * (isStream ? item.units.stream : item.units.whole))
  }
  const root = await weir.get<{ readonly request_count: number; readonly used_quota: number }>('/api/user/self')
  const sum = (of: (figures: WireFigures) => number): number => all.reduce((total, figures) => total + of(figures), 0)
  expect(
    'rows',
    root.request_count,
    sum(({ answers }) => answers),
  )
  expect(
    'units charged',
    root.used_quota,
    sum(({ answers, isStream, item }) => answers * (isStream ? item.units.stream : item.units.whole)),
  )
  return problems
}
