import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalog } from '@weir/contract/catalog/catalog'
import { family, microsSince, threadTimes } from './relay/cpu-time.ts'
import { openWeir, type Weir } from './relay/weir.ts'

/** What the page of models and prices costs the server with 2 000 models on 500 channels, each of which serves all of them. */

const MODELS = 2000
const CHANNELS = 500
const ROUNDS = 15

const priced = [...catalog.keys()].slice(0, MODELS / 2)
const names = [...priced, ...Array.from({ length: MODELS - priced.length }, (_, at) => `own-model-${at}`)]

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const fill = async (weir: Weir, isListShared: boolean): Promise<void> => {
  for (let at = 0; at < CHANNELS; at += 1) {
    const models = [...names, ...(isListShared ? [] : [`only-${at}`])].join(',')
    await weir.addChannel({ type: 1, models, group: at % 2 === 0 ? 'default' : 'default,vip', cost: at % 3 === 0 ? '0.8' : '{"*":0.9}' })
  }
}

const measure = async (weir: Weir, change: (round: number) => Promise<void>): Promise<string> => {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await change(round)
    const processes = family(weir.pid)
    const before = threadTimes(processes)
    await weir.get('/api/prices')
    times.push(microsSince(before, processes) / 1000)
  }
  return `${median(times).toFixed(0)} ms (least ${Math.min(...times).toFixed(0)})`
}

const run = async (folder: string, isListShared: boolean): Promise<void> => {
  const weir = await openWeir(folder)
  try {
    await fill(weir, isListShared)
    await weir.get('/api/prices')
    console.log(isListShared ? 'channels with one list of models' : 'channels with lists of their own')
    console.log(
      `  after a changed option: ${await measure(weir, (round) => weir.put('/api/option/', { key: 'RetryTimes', value: String(round % 5) }))}`,
    )
    const priceOfRound = (round: number) => ({ key: 'ModelRatio', value: JSON.stringify({ 'own-model-1': round + 1 }) })
    console.log(`  after a changed price: ${await measure(weir, (round) => weir.put('/api/option/', priceOfRound(round)))}`)
    console.log(`  after a changed channel: ${await measure(weir, (round) => weir.put('/api/channel/', { id: 1, priority: round + 1 }))}`)
    console.log(`  unchanged: ${await measure(weir, async () => {})}`)
  } finally {
    await weir.stop()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'weir-bench-'))
try {
  for (const isListShared of [true, false]) await run(folder, isListShared)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
