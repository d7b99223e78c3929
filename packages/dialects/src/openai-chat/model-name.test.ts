import { describe, expect, it } from 'bun:test'
import { parseResponsesCall } from '../openai-responses/parse-call.ts'
import { parseFormTask, parseJsonTask } from '../openai-tasks/parse-task.ts'
import { parseChatCall } from './parse-call.ts'

const TYPE = 'multipart/form-data; boundary=b'
const formWith = (model: string): Uint8Array =>
  Buffer.from(
    [
      `--b\r\nContent-Disposition: form-data; name="model"\r\n\r\n${model}\r\n`,
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.mp3"\r\n\r\nsound\r\n--b--\r\n',
    ].join(''),
  )

interface Parsed {
  readonly ok: boolean
  readonly problem?: unknown
}

const readers: Readonly<Record<string, (model: string) => Parsed>> = {
  'a chat': (model) => parseChatCall(JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] })),
  'a response': (model) => parseResponsesCall(JSON.stringify({ model, input: 'hi' })),
  'a task': (model) => parseJsonTask('embeddings', JSON.stringify({ model, input: 'hi' })),
  'a task with its model in the path': (model) => parseJsonTask('embeddings', '{"input":"hi"}', model),
  'a form': (model) => parseFormTask('audio/transcriptions', TYPE, formWith(model)),
}

describe.each(Object.entries(readers))('the model of %s', (_, read) => {
  it('has at most 256 characters', () => {
    expect(read('m'.repeat(256)).ok).toBe(true)
    expect(read(` ${'m'.repeat(256)} `).ok).toBe(true)
    for (const model of ['m'.repeat(257), 'm'.repeat(1_000_000)])
      expect(read(model)).toEqual({
        ok: false,
        problem: { param: 'model', zh: 'model 不能超过 256 个字符', en: 'The field model must not be longer than 256 characters' },
      })
  })

  it('is not blank', () => {
    expect(read('  ')).toMatchObject({ problem: { param: 'model', en: 'The field model is missing' } })
  })
})

describe('a size of a picture that is not sold', () => {
  it('is told back only when it is short', () => {
    const textOf = (size: string) => {
      const parsed = parseJsonTask('images/generations', JSON.stringify({ model: 'dall-e-2', prompt: 'p', size }))
      return parsed.ok ? '' : parsed.problem.en
    }
    expect(textOf('1x1')).toBe('The model dall-e-2 does not support the size 1x1')
    expect(textOf('1'.repeat(1_000_000))).toBe('The model dall-e-2 does not support this size')
  })
})
