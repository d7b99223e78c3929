import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { openRelayHarness, type RelayHarness } from '../testing/relay-harness.ts'
import { groupRouting } from './group-routing.ts'

let harness: RelayHarness

beforeAll(async () => {
  harness = await openRelayHarness()
  await harness.configure({
    GroupRouting: '{"cheap":"cost","quick":"latency"}',
    ModelRatio: '{"one":2,"two":4}',
    CompletionRatio: '{"one":3,"two":2}',
    GroupRatio: '{"default":1,"cheap":1,"quick":1}',
  })
})

afterAll(() => harness.close())

const plain = { id: 1, modelMapping: {} }
const mapped = { id: 2, modelMapping: { one: 'two' } }

describe('the routing of a group', () => {
  it('goes by weight, without a figure, unless it is told otherwise', () => {
    const { strategy, figureOf } = groupRouting(harness.ports, 'one', 'default')
    expect([strategy, figureOf(plain)]).toEqual(['weighted', undefined])
  })

  it('goes by what a thousand tokens in and out cost under the name that upstream is asked for', () => {
    const { strategy, figureOf } = groupRouting(harness.ports, 'one', 'cheap')
    expect([strategy, Number(figureOf(plain)), Number(figureOf(mapped))]).toEqual(['cost', 8000, 12_000])
    expect(Number(groupRouting(harness.ports, 'two', 'cheap').figureOf(plain))).toBe(12_000)
  })

  it('goes by the first byte of streams, and of whole replies where there was no stream', () => {
    const { firstBytes } = harness.ports
    firstBytes.record({ channelId: 1, model: 'one', isStream: true }, 120)
    firstBytes.record({ channelId: 1, model: 'one', isStream: false }, 900)
    firstBytes.record({ channelId: 2, model: 'two', isStream: false }, 700)
    const { strategy, figureOf } = groupRouting(harness.ports, 'one', 'quick')
    expect([strategy, figureOf(plain), figureOf(mapped), figureOf({ id: 3, modelMapping: {} })]).toEqual(['latency', 120, 700, undefined])
  })
})
