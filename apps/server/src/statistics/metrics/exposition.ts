import type { Family, Sample } from './instruments.ts'

/** What one process knows, under its number where there are several. */
export interface Reading {
  readonly worker?: number
  readonly families: readonly Family[]
}

export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"')

const renderSample = (name: string, { suffix, labels, value }: Sample): string => {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
}

const samplesOf = (name: string, readings: readonly Reading[]): readonly Sample[] =>
  readings.flatMap(({ worker, families }) =>
    families
      .filter((family) => family.name === name)
      .flatMap(({ samples }) =>
        worker === undefined ? samples : samples.map((sample) => ({ ...sample, labels: { ...sample.labels, worker: String(worker) } })),
      ),
  )

/** The text format of Prometheus. A family stands in one piece, so the figures of several processes are gathered under its name. */
export const renderExposition = (readings: readonly Reading[]): string => {
  const families = new Map(readings.flatMap((reading) => reading.families.map((family) => [family.name, family] as const)))
  const blocks = [...families.values()].map(({ name, help, type }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samplesOf(name, readings).map((sample) => renderSample(name, sample)),
  ])
  return `${blocks.flat().join('\n')}\n`
}
