import { describe, expect, it } from 'bun:test'
import { parseJson, isObject } from '@weir/dialects/json'
import { images } from './images.ts'

const target = { baseUrl: '', key: 'k', other: '', config: {}, modelMapping: {}, systemPrompt: '' }
const context = { now: 0, nonce: () => 'n', accessToken: '' }

const sent = (fields: object) => {
  const body = { model: 'image-01', prompt: 'a weir', ...fields }
  const call = { task: 'images/generations', model: 'image-01', isStream: false, body, form: undefined, rawBody: '' } as const
  const request = images('https://api.example').encode(call, target, context)
  return parseJson(typeof request.body === 'string' ? request.body : '')
}

describe('the shape of a picture', () => {
  it.each([
    ['1024x1024', '1:1'],
    ['1920x1080', '16:9'],
    ['1792x1024', '16:9'],
    ['1080x1920', '9:16'],
    ['1536x1024', '3:2'],
    ['1024x1536', '2:3'],
    ['1024x768', '4:3'],
    ['768x1024', '3:4'],
    ['2520x1080', '21:9'],
    ['1029x1000', '1:1'],
    ['1031x1000', undefined],
    ['auto', undefined],
    ['x1024x1024', undefined],
    [undefined, undefined],
  ])('of %p is %p', (size, ratio) => {
    const body = sent({ size })
    expect(isObject(body) ? body['aspect_ratio'] : 'no body').toBe(ratio)
  })
})

it('asks for one picture by its address unless told', () => {
  expect(sent({})).toEqual({ model: 'image-01', prompt: 'a weir', response_format: 'url', n: 1 })
  expect(sent({ n: 3, response_format: 'b64_json' })).toMatchObject({ n: 3, response_format: 'base64' })
})

describe('a reply', () => {
  const read = (reply: object) => {
    const call = { task: 'images/generations', model: 'image-01', isStream: false, body: { n: 3 }, form: undefined, rawBody: '' } as const
    return images('https://api.example').decode?.({ contentType: 'application/json', bytes: Buffer.from(JSON.stringify(reply)) }, call)
  }
  const GOOD = { status_code: 0, status_msg: 'success' }

  it('is charged for the pictures in it', () => {
    const reply = { data: { image_urls: ['https://a', 'https://b'] }, metadata: { success_count: '2', failed_count: '1' }, base_resp: GOOD }
    expect(read(reply)).toMatchObject({
      ok: true,
      value: {
        body: '{"created":0,"data":[{"url":"https://a"},{"url":"https://b"}]}',
        usage: { input: 2000, unit: 'image', source: 'upstream' },
      },
    })
  })

  it('without a picture is none: the caller meant something that is filtered, or upstream is broken', () => {
    const filtered = { data: { image_urls: [] }, metadata: { success_count: '0', failed_count: '1' }, base_resp: GOOD }
    expect(read(filtered)).toMatchObject({ ok: false, failure: { fault: 'bad-request', code: 'content_filter' } })
    expect(read({ data: {}, base_resp: GOOD })).toMatchObject({ ok: false, failure: { fault: 'broken' } })
  })
})
