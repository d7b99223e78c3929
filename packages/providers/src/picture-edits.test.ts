import { describe, expect, it } from 'bun:test'
import { isObject, parseJson } from '@weir/dialects/json'
import { parseFormTask } from '@weir/dialects/openai-tasks/parse-task'
import { providers } from './index.ts'
import { contextOf, targetOf } from './kit/conformance/expectation.ts'

const PNG = Buffer.from('iVBORw0KGgoAAAAN', 'base64')
const JPEG = Buffer.from('/9j/4AAQ', 'base64')
const part = (head: string, value: Uint8Array | string): Uint8Array[] => [
  Buffer.from(`--edge\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
  Buffer.from(value),
  Buffer.from('\r\n'),
]

const callOf = (parts: readonly Uint8Array[]) => {
  const parsed = parseFormTask('images/edits', 'multipart/form-data; boundary=edge', Buffer.concat([...parts, Buffer.from('--edge--\r\n')]))
  if (!parsed.ok) throw new Error(parsed.problem.en)
  return parsed.value.call
}

const sentBy = (type: number, parts: readonly Uint8Array[]) => {
  const request = providers.get(type)?.tasks?.['images/edits']?.encode(callOf(parts), targetOf({}), contextOf({}))
  const body = parseJson(String(request?.body))
  return isObject(body) ? body : undefined
}

const asked = (model: string) => [...part('name="model"', model), ...part('name="prompt"', '42')]
const file = (name: string, bytes: Uint8Array) => part(`name="${name}"; filename="guessed.png"`, bytes)
const URLS = [`data:image/png;base64,${PNG.toString('base64')}`, `data:image/jpeg;base64,${JPEG.toString('base64')}`]

describe('a form with pictures to edit', () => {
  it.each(['image', 'image[]'])('is sent in the order of its files, under %s, each with the type that it has', (name) => {
    const parts = [...asked('qwen-image-edit'), ...file(name, PNG), ...file(name, JPEG)]
    expect(sentBy(17, parts)?.['input']).toEqual({
      messages: [{ role: 'user', content: [{ image: URLS[0] }, { image: URLS[1] }, { text: '42' }] }],
    })
    expect(sentBy(40, parts)).toEqual({ model: 'qwen-image-edit', prompt: '42', image: URLS })
    expect(sentBy(44, parts)).toEqual({ model: 'qwen-image-edit', prompt: '42', image: URLS[0], image2: URLS[1] })
    expect(sentBy(47, [...asked('qwen-image-edit'), ...file(name, JPEG)])).toEqual({
      model: 'qwen-image-edit',
      prompt: '42',
      image: URLS[1],
    })
  })

  it.each([17, 40, 44, 47])('may link a picture on type %i', (type) => {
    const sent = sentBy(type, [...asked('qwen-image-edit'), ...part('name="image"', 'https://example.com/1.png')])
    expect(JSON.stringify(sent)).toContain('"https://example.com/1.png"')
  })

  it.each([
    ['neither an address nor a file', part('name="image"', 'weir.png'), 'image'],
    ['a file without a name', part('name="image"; filename=""', PNG), 'image'],
    ['a mask', [...file('image', PNG), ...file('mask', PNG)], 'mask'],
    ['no picture', [], 'image'],
    ['a picture under another name', file('picture', PNG), 'image'],
  ])('that holds %s is refused by the name of the field', (_, parts, param) => {
    for (const type of [17, 40, 44, 47]) {
      expect(() => sentBy(type, [...asked('qwen-image-edit'), ...parts])).toThrow(
        expect.objectContaining({ name: 'UnsupportedInput', param }),
      )
    }
  })

  it.each([
    [17, 10],
    [40, 14],
    [44, 3],
    [47, 1],
  ])('of type %i holds at most %i', (type, most) => {
    const of = (count: number) => [...asked('qwen-image-edit'), ...Array.from({ length: count }, () => file('image[]', PNG)).flat()]
    expect(sentBy(type, of(most))).toBeDefined()
    expect(() => sentBy(type, of(most + 1))).toThrow(
      most === 1 ? 'This channel edits one picture at a time' : `This channel edits at most ${most} pictures at a time`,
    )
  })
})
