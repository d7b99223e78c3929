import { expect, it } from 'bun:test'
import { cachePlacesOf, lostMarks, pointAfterMessage, pointAfterTool, type CachePoint } from './cache-points.ts'

const [claude, nova, none] = ['anthropic.claude-x', 'amazon.nova-lite', 'meta.llama'].map(cachePlacesOf)
const MARK = { type: 'ephemeral' }
const point = (ttl?: string): readonly CachePoint[] => [{ cachePoint: { type: 'default', ...(ttl !== undefined && { ttl }) } }]

it('stands where the model takes it', () => {
  expect([claude, nova, none, cachePlacesOf('arn:aws:x')]).toEqual([
    { messages: true, tools: true, ttl: true },
    { messages: true, tools: false, ttl: false },
    { messages: false, tools: false, ttl: false },
    { messages: true, tools: true, ttl: true },
  ])
})

it.each([
  ['anthropic.claude-x', MARK, point(), point()],
  ['anthropic.claude-x', { ...MARK, ttl: '1h' }, point('1h'), point('1h')],
  ['anthropic.claude-x', { ...MARK, ttl: '5m' }, point('5m'), point('5m')],
  ['anthropic.claude-x', { ...MARK, ttl: '9h' }, point(), point()],
  ['amazon.nova-lite', { ...MARK, ttl: '1h' }, point(), []],
  ['meta.llama', MARK, [], []],
  ['anthropic.claude-x', undefined, [], []],
])('of %s with %j', (...row) => {
  const [model, mark, afterMessage, afterTool] = row
  const places = cachePlacesOf(model)
  expect([pointAfterMessage(mark, places), pointAfterTool(mark, places)]).toEqual([afterMessage, afterTool])
})

it.each([
  ['anthropic.claude-x', []],
  ['amazon.nova-lite', ['tools.cache_control', 'messages.cache_control.ttl']],
  ['meta.llama', ['messages.cache_control', 'tools.cache_control']],
])('tells of %s what is lost: %j', (model, lost) => {
  const hour = { ...MARK, ttl: '1h' }
  expect(lostMarks(cachePlacesOf(model), { messages: [MARK, hour], tools: [MARK] })).toEqual(lost)
  expect(lostMarks(cachePlacesOf(model), { messages: [], tools: [] })).toEqual([])
})
