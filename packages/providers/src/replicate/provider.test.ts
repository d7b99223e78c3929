import { describe, expect, it } from 'bun:test'
import type { ChannelTarget } from '@weir/dialects/model/upstream'
import { describeProvider } from '../kit/conformance.ts'
import { replicate } from './index.ts'
import { trailingUsage, cancel } from './response.ts'

const noTools = 'predictions take no tools'

describeProvider(replicate, { folder: import.meta.dirname, skip: { tools: noTools, 'stream-tools': noTools } })

const target: ChannelTarget = { baseUrl: '', key: 'r8_key', other: '', config: {}, modelMapping: {}, systemPrompt: '' }
const headers = { authorization: 'Bearer r8_key' }

describe('a prediction that is no longer waited for', () => {
  it('is canceled by its name while it is at work', () => {
    const stop = { method: 'POST' as const, url: 'https://api.replicate.com/v1/predictions/p%2F1/cancel', headers, body: '' }
    expect(cancel('{"id":"p/1","status":"starting"}', target)).toEqual(stop)
    expect(cancel('{"id":"p/1","status":"processing"}', target)).toEqual(stop)
  })

  it.each(['{"id":"p1","status":"succeeded"}', '{"id":"p1","status":"aborted"}', '{"status":"starting"}', 'event: output'])(
    'is left alone after %s',
    (said) => {
      expect(cancel(said, target)).toBeUndefined()
    },
  )
})

describe('the figures of a stream', () => {
  it('are asked for by the name of its prediction', () => {
    const request = { method: 'GET' as const, url: 'https://api.replicate.com/v1/predictions/p1', headers, body: '' }
    expect(trailingUsage.request('{"id":"p1","status":"starting"}', target)).toEqual(request)
    expect(trailingUsage.request('', target)).toBeUndefined()
  })

  it('become an event that has no line of its own in the output', () => {
    expect(trailingUsage.render('{"output":"a\\n\\nb","metrics":{"input_token_count":7}}')).toBe(
      'event: weir-metrics\ndata: {"input_token_count":7}\n\n',
    )
    expect(trailingUsage.render('<html>')).toBe('event: weir-metrics\ndata: {}\n\n')
  })
})
