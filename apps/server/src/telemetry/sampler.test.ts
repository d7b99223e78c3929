import { expect, it } from 'bun:test'
import { SAMPLERS, createSampler, type SamplerName } from './sampler.ts'

const LOW = `${'f'.repeat(19)}3${'0'.repeat(12)}`
const HIGH = `${'0'.repeat(19)}5${'0'.repeat(12)}`
const parent = (isSampled: boolean) => ({ traceId: LOW, parentId: '1'.repeat(16), isSampled, traceState: '' })

it.each([
  ['always_on', [true, true, true, true]],
  ['always_off', [false, false, false, false]],
  ['traceidratio', [true, false, true, true]],
  ['parentbased_always_on', [true, true, true, false]],
  ['parentbased_always_off', [false, false, true, false]],
  ['parentbased_traceidratio', [true, false, true, false]],
] as const)('%s keeps a quarter by the id, or what the caller keeps', (name, kept) => {
  const sampler = createSampler(name satisfies SamplerName, 0.25)
  expect([sampler(LOW, undefined), sampler(HIGH, undefined), sampler(LOW, parent(true)), sampler(LOW, parent(false))]).toEqual([...kept])
})

it('keeps all at a ratio of 1 and none at 0', () => {
  const id = 'f'.repeat(32)
  expect([createSampler('traceidratio', 1)(id, undefined), createSampler('traceidratio', 0)('0'.repeat(32), undefined)]).toEqual([
    true,
    false,
  ])
})

it('has the names of the specification', () => {
  expect(SAMPLERS).toEqual([
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  ])
})

it('keeps by the ratio what is below it, not what is at it', () => {
  const sampler = createSampler('traceidratio', 0.25)
  expect([sampler(`${'0'.repeat(19)}3${'f'.repeat(12)}`, undefined), sampler(`${'0'.repeat(19)}4${'0'.repeat(12)}`, undefined)]).toEqual([
    true,
    false,
  ])
})
