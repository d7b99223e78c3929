import type { Mutant } from './mutant.ts'

export interface Result {
  readonly mutant: Mutant
  /** What noticed the change: `tests`, `time` or `types`; undefined when nothing did. */
  readonly caughtBy: 'tests' | 'time' | 'types' | undefined
}

const short = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}

export const renderMutant = ({ path, line, kind, before, after }: Mutant): string =>
  `${path}:${line} [${kind}] ${short(before)} → ${after === ';' ? 'nothing' : short(after)}`

const row = (name: string, results: readonly Result[]): string => {
  const caught = results.filter(({ caughtBy }) => caughtBy !== undefined).length
  const share = results.length === 0 ? '–' : `${((caught / results.length) * 100).toFixed(1)} %`
  return `| ${name} | ${results.length} | ${caught} | ${share} |`
}

/** A table by area, then the changes that nothing noticed, and those to look at: on a busy machine any run may take too long. */
export const renderResults = (results: readonly Result[]): string => {
  const byArea = [...Map.groupBy(results, ({ mutant }) => mutant.area)].toSorted(([a], [b]) => a.localeCompare(b))
  const survivors = results.filter(({ caughtBy }) => caughtBy === undefined)
  const late = results.filter(({ caughtBy }) => caughtBy === 'time')
  return [
    '| Area | Planted | Caught | Share |',
    '|---|---:|---:|---:|',
    ...byArea.map(([area, group]) => row(area, group)),
    row('all', results),
    '',
    survivors.length === 0 ? 'No survivor.' : `${survivors.length} not noticed:`,
    ...survivors.map(({ mutant }) => `- ${renderMutant(mutant)}`),
    ...(late.length === 0 ? [] : ['', `${late.length} noticed by the time limit alone:`]),
    ...late.map(({ mutant }) => `- ${renderMutant(mutant)}`),
  ].join('\n')
}
