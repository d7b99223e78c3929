import { describe, expect, it } from 'bun:test'
import { isBillingPath, isRelayedPath, isServedElsewhere, metricNameOf, relayedRequest, wireOf } from './relayed-paths.ts'

const task = (name: string, pathModel?: string) => ({ kind: 'task', task: name, pathModel })
const google = (kind: string, model: string, isStream = false) => ({ kind, wire: 'gemini', asked: { model, isStream, query: '' } })
const kept = (method: string, id: string, step = '') => ({ kind: 'kept-answer', method, id, step })

describe('a relayed path', () => {
  it.each<readonly [string, object | undefined]>([
    ['POST /v1/chat/completions', { kind: 'chat' }],
    ['GET /v1/chat/completions', undefined],
    ['POST /v1/responses', { kind: 'wire', wire: 'responses' }],
    ['POST /v1/responses/compact', { kind: 'wire', wire: 'compaction' }],
    ['POST /v1/responses/input_tokens', { kind: 'count', wire: 'responses' }],
    ['POST /v1/messages', { kind: 'wire', wire: 'messages' }],
    ['POST /v1/messages/count_tokens', { kind: 'count', wire: 'messages' }],
    ['POST /v1/edits', { kind: 'edits' }],
    ['GET /v1/models', { kind: 'models' }],
    ['POST /v1/models', undefined],
    ['HEAD /v1/models', { kind: 'models' }],
    ['HEAD /v1beta/models/gemini-3', { kind: 'model', model: 'gemini-3' }],
    ['HEAD /v1/responses/r1', undefined],
    ['HEAD /v1/chat/completions', undefined],
    ['POST /v1/embeddings', task('embeddings')],
    ['POST /v1/completions', task('completions')],
    ['POST /v1/images/generations', task('images/generations')],
    ['POST /v1/audio/speech', task('audio/speech')],
    ['POST /v1/moderations', task('moderations')],
    ['POST /v1/engines/ada%2Fb/embeddings', task('embeddings', 'ada/b')],
    ['GET /v1/engines/ada/embeddings', undefined],
    ['GET /v1/models/a%2Fb', { kind: 'model', model: 'a/b' }],
    ['GET /v1/models/a/b', { kind: 'model', model: 'a/b' }],
    ['GET /v1/models/%', { kind: 'model', model: '%' }],
    ['GET /v1/responses/r1', kept('GET', 'r1')],
    ['DELETE /v1/responses/r1', kept('DELETE', 'r1')],
    ['POST /v1/responses/r1/cancel', kept('POST', 'r1', '/cancel')],
    ['GET /v1/responses/r1/input_items', kept('GET', 'r1', '/input_items')],
    ['PUT /v1/responses/r1', undefined],
    ['GET /v1/dashboard/billing/subscription', { kind: 'billing', report: 'subscription' }],
    ['GET /dashboard/billing/usage', { kind: 'billing', report: 'usage' }],
    ['GET /api/usage/token', { kind: 'billing', report: 'token-usage' }],
    ['GET /api/log/token', { kind: 'billing', report: 'token-log' }],
    ['PATCH /v1/oneapi/proxy/7/v1/files', { kind: 'proxy', channelId: 7, target: '/v1/files' }],
    ['GET /v1/oneapi/proxy/7', { kind: 'proxy', channelId: 7, target: '' }],
    ['GET /v1/oneapi/proxy/x/a', undefined],
    ['POST /v1beta/models/gemini-3:generateContent', google('wire', 'gemini-3')],
    ['POST /v1/models/gemini-3:generateContent', google('wire', 'gemini-3')],
    ['POST /v1beta/models/gemini-3:streamGenerateContent', google('wire', 'gemini-3', true)],
    ['POST /v1beta/models/gemini-3%3AgenerateContent', google('wire', 'gemini-3')],
    ['POST /v1/models/a%3ab%3acountTokens', google('count', 'a:b')],
    ['POST /v1beta1/publishers/google/models/gemini-3:generateContent', google('wire', 'gemini-3')],
    ['POST /v1/projects/p/locations/l/publishers/google/models/gemini-3:streamGenerateContent', google('wire', 'gemini-3', true)],
    ['POST /v1beta1/publishers/anthropic/models/claude:generateContent', undefined],
    ['POST /v1beta/models/gemini-3:countTokens', google('count', 'gemini-3')],
    ['POST /v1beta/models/gemini-3:embedContent', google('embeddings', 'gemini-3')],
    ['POST /v1beta/models/gemini-3:batchEmbedContents', google('embeddings', 'gemini-3')],
    ['POST /v1beta/models/gemini-3:predict', undefined],
    ['POST /v1beta/models/gemini-3:toString', undefined],
    ['GET /v1beta/models/gemini-3:generateContent', undefined],
    ['GET /v1beta/models', { kind: 'models' }],
    ['GET /v1beta/models/gemini-3', { kind: 'model', model: 'gemini-3' }],
    ['PUT /v1beta/models', undefined],
    ['GET /v1beta/other', undefined],
    ['POST /v1/nothing', undefined],
  ])('%s asks for %j', (line, request) => {
    const [method = '', path = ''] = line.split(' ')
    expect<object | undefined>(relayedRequest(method, path)).toEqual(request)
  })

  it.each<readonly [string, Readonly<Record<string, string>>, string]>([
    ['/v1/chat/completions', { 'anthropic-version': '1' }, 'chat'],
    ['/v1/responses', {}, 'responses'],
    ['/v1/responses/r1', {}, 'responses'],
    ['/v1/responsesx', {}, 'chat'],
    ['/v1/messages/batches', {}, 'messages'],
    ['/v1beta', {}, 'gemini'],
    ['/v1beta/files', {}, 'gemini'],
    ['/v1beta1/publishers/google/models/m:generateContent', {}, 'gemini'],
    ['/v1betax', {}, 'chat'],
    ['/v1/models/gemini-3:generateContent', {}, 'gemini'],
    ['/v1/models/ft:gpt', {}, 'chat'],
    ['/v1/models', {}, 'chat'],
    ['/v1/models', { 'anthropic-version': '2023-06-01' }, 'messages'],
    ['/v1/models/a', { 'x-goog-api-key': 'k' }, 'gemini'],
    ['/v1/embeddings', { 'x-goog-api-key': 'k' }, 'chat'],
  ])('%s with %j is answered in the words of %s', (path, headers, wire) => {
    expect(wireOf(path, new Headers(headers))).toBe(wire as 'chat')
  })

  it.each([
    ['/v1/chat/completions', 'chat/completions'],
    ['/v1/images/generations', 'images/generations'],
    ['/v1beta/models/a:countTokens', 'gemini/countTokens'],
    ['/v1beta/models/a:invented', 'other'],
    ['/v1/models/a', 'other'],
  ])('%s is measured as %s', (path, name) => {
    expect(metricNameOf(path)).toBe(name)
  })

  it('is known from one that vendors serve and this product does not', () => {
    const served = (line: string): boolean => isServedElsewhere(...(line.split(' ') as [string, string]))
    expect(['GET /v1/files', 'POST /v1/batches/1', 'GET /v1beta/files', 'DELETE /v1/models/a'].map(served)).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(['GET /v1/filesx', 'GET /v1/models/a', 'GET /v1/nothing', 'DELETE /v1/chat/completions'].map(served)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  it('is told from those of the management API', () => {
    expect(['/v1', '/v1/', '/v1/x', '/v1beta', '/v1beta/x', '/v1beta1/x'].map(isRelayedPath)).toEqual([true, true, true, true, true, true])
    expect(['/', '/v1x', '/v1beta12', '/api/status', '/v1/dashboard/billing/usage'].map(isRelayedPath)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
    const billing = [
      '/dashboard/billing/x',
      '/v1/dashboard/billing/usage',
      '/api/usage/token',
      '/api/log/token/',
      '/api/log/tokens',
      '/api/log/',
    ]
    expect(billing.map(isBillingPath)).toEqual([true, true, true, true, false, false])
  })
})
