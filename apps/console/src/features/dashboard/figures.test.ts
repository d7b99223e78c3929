import { expect, test } from 'bun:test'
import type { DashboardData } from '@weir/contract/dashboard'
import { changeOf, courseOf, valueOf } from './figures.ts'

const totals = (fields: Partial<DashboardData['current']> = {}) => ({
  requests: 100,
  failures: 5,
  quota: 1000,
  tokens: 2000,
  median_latency: 800,
  ...fields,
})

test('the success rate is what did not fail', () => {
  expect(valueOf('success', totals())).toBe(0.95)
})

test('without requests there is neither rate nor latency', () => {
  const none = totals({ requests: 0, failures: 0 })
  expect([valueOf('success', none), valueOf('latency', none), valueOf('requests', none)]).toEqual([undefined, undefined, 0])
})

test('growth is a share of the period before', () => {
  expect(changeOf('quota', { current: totals(), previous: totals({ quota: 800 }) })).toEqual({
    by: 0.25,
    trend: 'neutral',
    isInPoints: false,
  })
})

test('a higher rate is better, a longer wait is worse', () => {
  expect(changeOf('success', { current: totals(), previous: totals({ failures: 50 }) })?.trend).toBe('better')
  expect(changeOf('latency', { current: totals(), previous: totals({ median_latency: 400 }) })).toEqual({
    by: 1,
    trend: 'worse',
    isInPoints: false,
  })
})

test('nothing is compared with an empty period', () => {
  const previous = totals({ requests: 0, failures: 0, quota: 0, tokens: 0 })
  for (const name of ['requests', 'quota', 'tokens', 'success', 'latency'] as const)
    expect(changeOf(name, { current: totals(), previous })).toBeUndefined()
})

test('the course adds up the models of a slice and fills the gaps', () => {
  const slice = { requests: 1, failures: 0, quota: 5, tokens: 7 }
  const data: DashboardData = {
    start: 0,
    end: 300,
    step: 100,
    current: totals(),
    previous: totals(),
    slices: [
      { time: 0, model: 'a', ...slice },
      { time: 0, model: 'b', ...slice },
      { time: 200, model: 'a', ...slice },
    ],
    channels: [],
    attention: [],
  }
  expect(courseOf('quota', data)).toEqual([10, 0, 5])
})

test('the success rate is compared by the difference itself', () => {
  const by = (failures: number) => changeOf('success', { current: totals(), previous: totals({ failures }) })
  expect(by(15)?.by).toBeCloseTo(0.1)
  expect(by(5)).toEqual({ by: 0, trend: 'neutral', isInPoints: true })
  expect([by(6)?.trend, by(4)?.trend]).toEqual(['better', 'worse'])
})

test('neither latency nor an empty period has a course, and a slice without requests failed nowhere', () => {
  const slice = { time: 100, model: 'a', requests: 2, failures: 1, quota: 5, tokens: 7 }
  const data: DashboardData = {
    start: 0,
    end: 200,
    step: 100,
    current: totals(),
    previous: totals(),
    slices: [slice],
    channels: [],
    attention: [],
  }
  expect([courseOf('latency', data), courseOf('quota', { ...data, slices: [] })]).toEqual([[], []])
  expect([courseOf('success', data), courseOf('tokens', data), courseOf('requests', data)]).toEqual([
    [1, 0.5],
    [0, 7],
    [0, 2],
  ])
})
