import { describe, expect, it } from 'bun:test'
import type { Provider } from '@weir/dialects/model/provider'
import type { WireAddress, WireRequest } from '@weir/dialects/model/caller-wire'
import { responsesWire } from '@weir/dialects/openai-responses/caller-wire'
import { parseFormTask, parseJsonTask, type TaskResult } from '@weir/dialects/openai-tasks/parse-task'
import type { Channel } from '../ports.ts'
import { plainAnswerIds } from '../testing/plain-answer-ids.ts'
import { taskRequest } from './task.ts'
import { wireRequest } from './wire.ts'

const provider: Provider = { id: 'p', channelType: 1, classify: () => 'broken' }
const channel = { modelMapping: {} } as unknown as Channel

const requestOf = (result: TaskResult) => {
  if (!result.ok) throw new Error(result.problem.en)
  return taskRequest(result.value)
}

const form = (fields: Readonly<Record<string, string>>) => {
  const parts = Object.entries(fields).map(([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.mp3"\r\n\r\nsound\r\n--b--\r\n'
  return new TextEncoder().encode(parts.join('') + file)
}

const FORM_TYPE = 'multipart/form-data; boundary=b'

describe('a task for another model', () => {
  it('keeps everything else, and what was taken out of it', () => {
    const request = requestOf(parseJsonTask('embeddings', '{"model":"a","input":"text","models":["x"]}'))
    const renamed = request.renamed?.('b')
    expect([renamed?.model, renamed?.asked.body]).toEqual(['b', { model: 'b', input: 'text' }])
    expect(renamed?.dropped(provider, channel, undefined)).toEqual(['models'])
  })

  it('is measured anew where the model decides what counts', () => {
    const request = requestOf(parseJsonTask('images/generations', '{"model":"dall-e-3","prompt":"a","size":"1792x1024"}'))
    expect(request.renamed?.('dall-e-2')).toBeUndefined()
    expect(request.renamed?.('other')?.model).toBe('other')
  })

  it('can be a recording, which counts by its length, and not an upload of pictures', () => {
    const recording = requestOf(parseFormTask('audio/transcriptions', FORM_TYPE, form({ model: 'whisper-1' })))
    expect(recording.renamed?.('other')?.model).toBe('other')
    const picture = requestOf(parseFormTask('images/edits', FORM_TYPE, form({ model: 'dall-e-2', prompt: 'a' })))
    expect(picture.renamed?.('other')).toBeUndefined()
  })

  it('has no effort', () => {
    const request = requestOf(parseJsonTask('embeddings', '{"model":"a-high","input":"text"}'))
    expect(request.renamed?.('a', 'high')).toBeUndefined()
  })
})

describe('a call on a wire for another model', () => {
  const seen: WireRequest[] = []
  const wire = {
    ...responsesWire,
    parseCall: (request: WireRequest) => {
      seen.push(request)
      return responsesWire.parseCall(request)
    },
  }
  const address: WireAddress = { model: 'a', isStream: true, query: '?x=1' }

  const requestFrom = (body: string) => {
    const parsed = responsesWire.parseCall({ rawBody: body, headers: {} })
    if (!parsed.ok) throw new Error(parsed.problem.en)
    return wireRequest(wire, parsed.call, { address, userId: 5, answerIds: plainAnswerIds, modelLimits: () => undefined })
  }

  it('is read anew with its address, its body and what was taken out of it', () => {
    const renamed = requestFrom('{"model":"a","input":"hi","models":["x"]}').renamed?.('b')
    expect(seen.at(-1)).toEqual({
      rawBody: '{"model":"b","input":"hi"}',
      headers: {},
      address: { model: 'b', isStream: true, query: '?x=1' },
    })
    expect([renamed?.model, renamed?.dropped(provider, channel, undefined)]).toEqual(['b', ['models']])
  })

  it('can be renamed again', () => {
    expect(requestFrom('{"model":"a","input":"hi"}').renamed?.('b')?.renamed?.('c')?.model).toBe('c')
    expect(seen.at(-1)?.address?.model).toBe('c')
  })
})
