import { describe, expect, it } from 'bun:test'
import { isObject, parseJson } from '@weir/dialects/json'
import { parseJsonTask } from '@weir/dialects/openai-tasks/parse-task'
import { openAttempt, type ScriptedReply } from '../testing/open-attempt.ts'
import type { Attempted } from '../stage-types.ts'
import { inputPieces } from './input-pieces.ts'
import { taskRequest } from './task.ts'

const taskOf = (input: unknown) => {
  const parsed = parseJsonTask('embeddings', JSON.stringify({ model: 'e', input, dimensions: 2 }))
  if (!parsed.ok) throw new Error(parsed.problem.en)
  return parsed.value
}

describe('the inputs of a task', () => {
  const inputsOf = (input: unknown, most: number | undefined) => inputPieces(taskOf(input), most).map(({ call }) => parseJson(call.rawBody))

  it('are asked for in pieces where upstream takes fewer at a time', () => {
    const piece = (input: unknown) => ({ model: 'e', dimensions: 2, input })
    expect(inputsOf(['a', 'b', 'c', 'd', 'e'], 2)).toEqual([piece(['a', 'b']), piece(['c', 'd']), piece(['e'])])
    expect(inputsOf([[1], [2, 3]], 1)).toEqual([piece([[1]]), piece([[2, 3]])])
  })

  it.each([
    [['a', 'b'], 2],
    [['a', 'b'], undefined],
    ['a', 1],
    [[1, 2, 3], 1],
  ])('stay together where they are no more than that: %j, %p', (input, most) => {
    const task = taskOf(input)
    expect(inputPieces(task, most)).toEqual([task])
  })
})

const vectors = (entries: readonly object[], usage?: object): ScriptedReply => ({
  body: JSON.stringify({ object: 'list', model: 'e-1', data: entries, ...(usage && { usage }) }),
  headers: { 'content-type': 'application/json' },
})

type Opened = ReturnType<typeof openAttempt>

const tried = async (replies: readonly ScriptedReply[], onEncode: (open: Opened) => void = () => undefined) => {
  const open: Opened = openAttempt({
    replies,
    provider: {
      tasks: {
        embeddings: {
          encode: (call) => {
            onEncode(open)
            return { method: 'POST', url: 'https://up.test', headers: {}, body: call.rawBody }
          },
          maxInputs: (model) => (model === 'e' ? 2 : undefined),
        },
      },
      classify: () => 'rate-limited',
    },
  })
  return { ...open, result: await taskRequest(taskOf(['a', 'b', 'c'])).attempt(open.attempt, open.ports) }
}

const bodyOf = (result: Attempted): unknown => (result.kind === 'whole' ? parseJson(String(result.body)) : result)

describe('the replies to pieces', () => {
  const first = vectors(
    [
      { index: 1, embedding: [2] },
      { index: 0, embedding: [1] },
    ],
    { prompt_tokens: 4, total_tokens: 4 },
  )
  const second = vectors([{ embedding: [3] }], { total_tokens: 3 })

  it('are one reply, numbered through and charged by all figures', async () => {
    const { result, requests } = await tried([first, second])
    expect(bodyOf(result)).toEqual({
      object: 'list',
      model: 'e-1',
      data: [
        { index: 1, embedding: [2] },
        { index: 0, embedding: [1] },
        { index: 2, embedding: [3] },
      ],
      usage: { prompt_tokens: 7, total_tokens: 7 },
    })
    expect(result).toMatchObject({ produced: { usage: { input: 7, output: 0, source: 'upstream' } } })
    expect(requests).toHaveLength(2)
  })

  it('are counted here where one of them tells nothing', async () => {
    const { result } = await tried([first, vectors([{ index: 0, embedding: [3] }])])
    expect(isObject(result) && result.kind === 'whole' ? result.produced.usage : 'none').toBeUndefined()
    expect(bodyOf(result)).toMatchObject({ data: [{}, {}, { index: 2 }], usage: { total_tokens: 4 } })
  })

  it('are still waited for after the first: a caller who leaves then ends the exchange', async () => {
    const { link } = await tried([first, second], ({ requests, caller }) => {
      if (requests.length === 1) caller.abort()
    })
    expect(link.cutReason).toBe('caller-gone')
  })

  it('are none where a piece fails, or lacks a vector', async () => {
    const refused = { ...vectors([]), status: 429 }
    expect((await tried([first, refused])).result).toMatchObject({ kind: 'failed', fault: 'rate-limited', status: 429 })
    const [one, two] = [{ embedding: [3] }, { embedding: [4] }]
    expect((await tried([first, vectors([one, two])])).result).toMatchObject({ kind: 'failed', fault: 'broken' })
    expect((await tried([vectors([one]), second])).result).toMatchObject({ kind: 'failed', fault: 'broken' })
  })
})
