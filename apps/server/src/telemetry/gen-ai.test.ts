import { describe, expect, it } from 'bun:test'
import { createGenAiMetrics, operationOf, providerName } from './gen-ai.ts'
import { AttributedHistogram } from './histograms.ts'

it.each([
  ['/v1/chat/completions', 'chat'],
  ['/v1/responses', 'chat'],
  ['/v1/responses/compact', 'chat'],
  ['/v1/messages', 'chat'],
  ['/v1beta/models/gemini-2.5-pro:streamGenerateContent', 'generate_content'],
  ['/v1/embeddings', 'embeddings'],
  ['/v1beta/models/x:batchEmbedContents', 'embeddings'],
  ['/v1/completions', 'text_completion'],
  ['/v1/images/generations', 'image_generation'],
  ['/v1/audio/speech', 'speech'],
  ['/v1/audio/translations', 'transcription'],
  ['/v1/realtime', 'realtime'],
  ['/v1/rerank', 'rerank'],
  ['/v1/moderations', 'moderation'],
  ['/v1/edits', 'text_completion'],
  ['/v1/models', undefined],
  ['/v1/messages/count_tokens', undefined],
])('the operation of %s is %s', (path, operation) => {
  expect(operationOf(path)).toBe(operation)
})

it('knows providers by the names of the conventions', () => {
  const names = ['openai', 'anthropic', 'aws', 'azure', 'gemini', 'gemini-openai', 'mistral', 'vertex', 'xai', 'ollama']
  expect(names.map(providerName)).toEqual([
    'openai',
    'anthropic',
    'aws.bedrock',
    'azure.ai.openai',
    'gcp.gemini',
    'gcp.gemini',
    'mistral_ai',
    'gcp.vertex_ai',
    'x_ai',
    'ollama',
  ])
})

it('has the histograms that the conventions name, with the bounds that they advise', () => {
  const { duration, tokens } = createGenAiMetrics()
  expect(duration.read()).toMatchObject({ name: 'gen_ai.client.operation.duration', unit: 's' })
  expect(duration.read().bounds).toEqual([0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92])
  expect(tokens.read()).toMatchObject({ name: 'gen_ai.client.token.usage', unit: '{token}' })
  expect(tokens.read().bounds).toEqual(Array.from({ length: 14 }, (_, at) => 4 ** at))
})

describe('a histogram', () => {
  it('counts each value under its attributes, in the bucket it falls into', () => {
    const histogram = new AttributedHistogram({ name: 'h', unit: 's', description: 'd', bounds: [1, 10] })
    for (const value of [1, 2, 11]) histogram.record(value, { model: 'a' })
    histogram.record(5, { model: 'b' })
    expect(histogram.read().points).toEqual([
      { attributes: { model: 'a' }, count: 3, sum: 14, bucketCounts: [1, 1, 1] },
      { attributes: { model: 'b' }, count: 1, sum: 5, bucketCounts: [0, 1, 0] },
    ])
  })

  it('tells two thousand sets of attributes apart unless told', () => {
    const histogram = new AttributedHistogram({ name: 'h', unit: 's', description: 'd', bounds: [1] })
    for (let index = 1; index <= 2001; index++) histogram.record(1, { index })
    const { points } = histogram.read()
    expect(points.slice(-2).map(({ attributes }) => attributes)).toEqual([{ index: 2000 }, { 'otel.metric.overflow': true }])
  })

  it('counts what is beyond its bound together', () => {
    const histogram = new AttributedHistogram({ name: 'h', unit: 's', description: 'd', bounds: [1], maxPoints: 2 })
    for (const model of ['a', 'b', 'c', 'd', 'a']) histogram.record(1, { model })
    expect(histogram.read().points.map(({ attributes, count }) => [attributes, count])).toEqual([
      [{ model: 'a' }, 2],
      [{ model: 'b' }, 1],
      [{ 'otel.metric.overflow': true }, 2],
    ])
  })
})
