import { expect, it } from 'bun:test'
import { parseJsonTask } from '@weir/dialects/openai-tasks/parse-task'
import type { StreamReply } from '../stage-types.ts'
import { openAttempt } from '../testing/open-attempt.ts'
import { taskRequest } from './task.ts'

const PART = 'data: {"type":"image_generation.partial_image","b64_json":"AA"}\n\n'
const WHOLE = 'data: {"type":"image_generation.completed","b64_json":"AAAA"}\n\n'

/** Three were asked for. What came so far, while nothing says that it was all. */
const drawn = async (body: string): Promise<{ answer: StreamReply; leave: () => void }> => {
  const parsed = parseJsonTask('images/generations', '{"model":"m","prompt":"x","n":3,"stream":true,"partial_images":1}')
  if (!parsed.ok) throw new Error(parsed.problem.en)
  const { attempt, ports, caller } = openAttempt({
    replies: [{ body, headers: { 'content-type': 'text/event-stream' } }],
    provider: { tasks: { 'images/generations': { encode: () => ({ method: 'POST', url: 'u', headers: {}, body: '' }) } } },
  })
  const answer = await taskRequest(parsed.value).attempt(attempt, ports)
  if (answer.kind !== 'stream') throw new Error(answer.kind)
  return { answer, leave: () => caller.abort() }
}

it.each([
  [PART, 0],
  [WHOLE + PART, 1000],
  [WHOLE + PART + WHOLE + PART, 2000],
])('pictures that upstream breaks off are charged by those that came whole: %j', async (body, input) => {
  const { answer } = await drawn(body)
  expect([(await answer.estimate()).input, answer.estimateRoughly().input]).toEqual([input, input])
})

it('pictures that the caller does not wait for are charged as they were asked for', async () => {
  const { answer, leave } = await drawn(PART)
  leave()
  expect(await answer.estimate()).toMatchObject({ input: 3000, unit: 'image', picture: { count: 3 } })
})

it.each([
  [WHOLE, 1000],
  ['data: {"type":"image_generation.completed","picture":"AAAA"}\n\n', 3000],
])('pictures that end as they should are charged by those in it, as far as they are known: %j', async (body, input) => {
  const { answer } = await drawn(body)
  answer.stream.flush()
  expect((await answer.estimate()).input).toBe(input)
})
