import { describe, expect, it } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toQuota } from '@weir/ledger/quota'
import { usageRecord } from '@weir/relay/testing/usage-record'
import { z } from 'zod'
import { createMetrics } from './metrics.ts'

const folder = join(import.meta.dirname, '../../../../../deploy/monitoring')
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8')

const hold = { requestId: 'r', userId: 1, tokenId: 1, isTokenLimited: false, amount: toQuota(1) }
const record = usageRecord({ model: 'm', channelId: 1, promptTokens: 30, completionTokens: 7, elapsedMs: 700 })

/** Every series a process gives once each kind of thing has happened, with its labels. */
const givenSeries = (): ReadonlyMap<string, readonly string[]> => {
  const metrics = createMetrics({
    openHolds: () => 0,
    openCircuits: () => 0,
    loopLagSeconds: () => 0,
    runningRequests: () => 0,
    openStreams: () => 0,
    residentBytes: () => 0,
    logRowsWaiting: () => 0,
  })
  metrics.replied('/v1/chat/completions', 200)
  metrics.observer.attempted(1, 'none', true)
  metrics.observer.implausible(1, 'for-any-request')
  metrics.observer.begun(5)
  metrics.observer.ended({ hold, cost: toQuota(3), record })
  metrics.committed(2)
  metrics.refused('requests', 'user')
  metrics.lostTelemetry('traces', 'queue-full', 1)
  return new Map(
    metrics.read().flatMap(({ name, samples }) => samples.map(({ suffix, labels }) => [`${name}${suffix}`, Object.keys(labels)] as const)),
  )
}

/** What Prometheus adds to every series of a scrape, and what several workers add. */
const ADDED = ['job', 'instance', 'worker']

interface Problem {
  readonly expression: string
  readonly unknown: string
}

/** The names and labels in an expression that no process gives. */
const problemsIn = (expression: string, series = givenSeries()): readonly Problem[] => {
  const words = expression.replaceAll(/"[^"]*"/g, '""')
  const named = [...words.matchAll(/\b((?:weir|process)_\w+)(?:\{([^}]*)\})?/g)]
  const names = named.map(([, name = '']) => name)
  const selected = named.flatMap(([, name = '', labels = '']) =>
    [...labels.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => ({ label, given: series.get(name) ?? [] })),
  )
  const grouped = [...words.matchAll(/\b(?:by|on)\s*\(([^)]*)\)/g)]
    .flatMap(([, labels = '']) => labels.split(',').map((label) => label.trim()))
    .map((label) => ({ label, given: names.flatMap((name) => series.get(name) ?? []) }))
  return [
    ...names.filter((name) => !series.has(name)),
    ...[...selected, ...grouped].filter(({ label, given }) => !given.includes(label) && !ADDED.includes(label)).map(({ label }) => label),
  ].map((unknown) => ({ expression, unknown }))
}

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({ alert: z.string(), expr: z.string(), annotations: z.object({ summary: z.string(), description: z.string() }) }),
      ),
    }),
  ),
})

const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
  templating: z.object({ list: z.array(z.object({ name: z.string(), query: z.string() })) }),
})

describe('the files for Prometheus and Grafana', () => {
  it('watch figures that are given, under the labels they have', () => {
    const rules = Rules.parse(Bun.YAML.parse(textOf('alerts.yaml'))).groups.flatMap((group) => group.rules)
    expect(rules.map(({ alert }) => alert)).toEqual([
      'WeirDown',
      'WeirAnswersWithErrors',
      'WeirProviderFails',
      'WeirChannelsRest',
      'WeirSlowFirstToken',
      'WeirBusyProcess',
      'WeirOverloaded',
      'WeirMemory',
      'WeirLogRowsWait',
      'WeirHoldsWithoutRequests',
      'WeirImplausibleUsage',
    ])
    expect(rules.flatMap(({ expr }) => problemsIn(expr))).toEqual([])
  })

  it('show figures that are given', () => {
    const { panels, templating } = Dashboard.parse(JSON.parse(textOf('grafana-dashboard.json')))
    const expressions = [...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)), ...templating.list.map(({ query }) => query)]
    expect(panels).toHaveLength(19)
    expect(expressions.flatMap((expression) => problemsIn(expression))).toEqual([])
    const shown = expressions.join('\n')
    const missing = [...givenSeries().keys()]
      .map((name) => name.replace(/_(?:bucket|sum|count)$/, ''))
      .filter((name) => !shown.includes(name))
    expect(missing).toEqual([])
  })

  it('would be told apart from files with a wrong name or label', () => {
    const unknown = (expression: string) => problemsIn(expression).map((problem) => problem.unknown)
    expect(unknown('sum by (statuses) (rate(weir_relay_requests_total[5m]))')).toEqual(['statuses'])
    expect(unknown('weir_relay_requests_total{state=~"5.."}')).toEqual(['state'])
    expect(unknown('weir_relay_replies_total > 0')).toEqual(['weir_relay_replies_total'])
    expect(unknown('rate(weir_first_token_seconds[5m])')).toEqual(['weir_first_token_seconds'])
  })
})
