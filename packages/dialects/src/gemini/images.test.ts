import { describe, expect, it } from 'bun:test'
import { parseJson, type JsonObject } from '../json.ts'
import type { TaskCall } from '../model/task.ts'
import { isImagen, parseImages, renderImageCall } from './images.ts'

const callOf = (body: JsonObject): TaskCall => ({
  task: 'images/generations',
  model: 'm',
  isStream: false,
  body,
  form: undefined,
  rawBody: JSON.stringify(body),
})
const drawn = (body: JsonObject) => renderImageCall(callOf({ prompt: 'p', ...body }), 'gemini-image')
const painted = (body: JsonObject) => renderImageCall(callOf({ prompt: 'p', ...body }), 'imagen-4')

describe('a call for pictures', () => {
  it('goes to Imagen in its own form, and to others as a chat', () => {
    expect(painted({ n: 3, size: '1024x1024' })).toEqual({
      instances: [{ prompt: 'p' }],
      parameters: { sampleCount: 3, aspectRatio: '1:1' },
    })
    expect(painted({})).toEqual({ instances: [{ prompt: 'p' }], parameters: { sampleCount: 1 } })
    expect(drawn({ size: '1024x1024' })).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'p' }] }],
      generationConfig: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio: '1:1' } },
    })
    expect(drawn({ size: 'auto' })).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'p' }] }],
      generationConfig: { responseModalities: ['IMAGE'] },
    })
    expect([isImagen('imagen-4'), isImagen('gemini-image')]).toEqual([true, false])
  })

  it.each([
    ['1024x1024', '1:1'],
    ['768x1024', '3:4'],
    ['1024x768', '4:3'],
    ['1024x1792', '9:16'],
    ['1792x1024', '16:9'],
    ['1536x1024', '4:3'],
    ['1000x900', '1:1'],
    ['100x1', '16:9'],
  ])('of %s asks for %s', (size, aspectRatio) => {
    expect(painted({ size })['parameters']).toMatchObject({ aspectRatio })
  })
})

describe('a reply with pictures', () => {
  const read = (text: string) => parseImages({ bytes: new TextEncoder().encode(text), contentType: 'application/json' })

  it('is told as OpenAI would, of either form', () => {
    const reply = read(
      JSON.stringify({
        predictions: [{ bytesBase64Encoded: 'AA' }, { raiFilteredReason: 'x' }],
        candidates: [{ content: { parts: [{ text: 'here' }, { inlineData: { mimeType: 'image/png', data: 'BB' } }] } }],
      }),
    )
    expect(reply.ok && [parseJson(String(reply.value.body)), reply.value.contentType, reply.value.usage]).toEqual([
      { created: 0, data: [{ b64_json: 'AA' }, { b64_json: 'BB' }] },
      'application/json',
      undefined,
    ])
  })

  it('is charged by the tokens that a model has drawn with', () => {
    const usageIn = (usageMetadata: object) => {
      const content = { parts: [{ inlineData: { mimeType: 'image/png', data: 'BB' } }] }
      const reply = read(JSON.stringify({ candidates: [{ content }], usageMetadata }))
      return reply.ok ? reply.value.usage : undefined
    }
    const counts = { promptTokenCount: 7, candidatesTokenCount: 1296, thoughtsTokenCount: 50, totalTokenCount: 1353 }
    const usage = { input: 7, cacheRead: 0, cacheWrite: 0, output: 1346, reasoning: 50, source: 'upstream' } as const
    expect(usageIn({ ...counts, candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1290 }] })).toEqual({
      ...usage,
      imageOutput: 1290,
    })
    expect(usageIn(counts)).toEqual({ ...usage, imageOutput: 1296 })
  })

  it.each([
    ['{}', 'bad-request'],
    ['<html>', 'broken'],
  ])('without any is a failure: %s', (text, fault) => {
    const reply = read(text)
    expect(reply.ok || reply.failure).toMatchObject({ fault, message: 'No picture was made; the prompt may have been filtered' })
  })
})
