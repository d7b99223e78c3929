import { expect, it } from 'bun:test'
import { versionOf } from './version.ts'

const none = { config: {}, other: '' }
const told = (model: string, target: Parameters<typeof versionOf>[1] = none) => {
  const { path, domain, hasSystem, hasTools } = versionOf(model, target)
  return [path, domain, hasSystem, hasTools]
}

it.each<readonly [string, string, string, boolean, boolean]>([
  ['Spark-Lite', '/v1.1/chat', 'lite', false, false],
  ['SparkDesk-v1.1', '/v1.1/chat', 'lite', false, false],
  ['SparkDesk-v2.1', '/v2.1/chat', 'generalv2', false, false],
  ['SparkDesk', '/v1.1/chat', 'lite', false, false],
  ['Spark-Pro', '/v3.1/chat', 'generalv3', false, true],
  ['SparkDesk-v3.1', '/v3.1/chat', 'generalv3', false, true],
  ['Spark-Pro-128K', '/chat/pro-128k', 'pro-128k', false, false],
  ['SparkDesk-v3.1-128K', '/chat/pro-128k', 'pro-128k', false, false],
  ['Spark-Max', '/v3.5/chat', 'generalv3.5', true, true],
  ['Spark-Max-32K', '/chat/max-32k', 'max-32k', true, false],
  ['SparkDesk-v3.5-32K', '/chat/max-32k', 'max-32k', true, false],
  ['Spark-4.0-Ultra', '/v4.0/chat', '4.0Ultra', true, true],
  ['SparkDesk-v4.0', '/v4.0/chat', '4.0Ultra', true, true],
  ['SparkDesk-v9/9', '/v9%2F9/chat', 'generalv9/9', false, false],
])('%s', (model, ...version) => {
  expect<readonly unknown[]>(told(model)).toEqual(version)
})

it('is the channel’s where the name tells none', () => {
  expect(told('SparkDesk', { config: { api_version: 'v3.5' }, other: 'v1.1' })[0]).toBe('/v3.5/chat')
  expect(told('SparkDesk', { config: { api_version: '' }, other: 'v1.1' })[0]).toBe('/v1.1/chat')
  expect(told('Spark-Pro', { config: { api_version: 'v3.5' }, other: '' })[0]).toBe('/v3.1/chat')
})

it.each([
  ['Spark-Lite', 4096],
  ['SparkDesk-v2.1', 4096],
  ['Spark-Pro', 8192],
  ['Spark-Max', 8192],
  ['Spark-4.0-Ultra', 8192],
  ['Spark-Pro-128K', undefined],
  ['Spark-Max-32K', undefined],
  ['SparkDesk-v5.0', undefined],
])('%s writes at most %p tokens', (model, most) => {
  expect(versionOf(model, none).maxOutputTokens).toBe(most)
})
