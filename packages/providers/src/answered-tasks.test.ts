import { expect, it } from 'bun:test'
import type { TaskCapability } from '@weir/dialects/model/provider'
import { TASKS, type Task } from '@weir/dialects/model/task'
import { parseJsonTask } from '@weir/dialects/openai-tasks/parse-task'
import { providers } from './index.ts'

const BODIES: Partial<Record<Task, object>> = {
  embeddings: { model: 'm', input: ['a', 'b'] },
  'images/generations': { model: 'm', prompt: 'x' },
  'audio/speech': { model: 'm', input: 'x', voice: 'v' },
  rerank: { model: 'm', query: 'q', documents: ['a', 'b'] },
}

const NO_ANSWERS: readonly (readonly [string, string])[] = [
  ['text/html', '<html>Sign in</html>'],
  ['application/json', ''],
  ['application/json', '{}'],
  ['application/json', '[]'],
  ['application/json', 'null'],
  ['application/json', '{"ok":true}'],
  ['application/json', '{"error":"the model is gone"}'],
  ['application/json', '{"error":{"message":"busy"}}'],
]

interface Reading {
  readonly name: string
  readonly task: Task
  readonly decode: NonNullable<TaskCapability['decode']>
}

const READINGS = [...providers.values()].flatMap(({ id, tasks = {} }) =>
  TASKS.flatMap((task): readonly Reading[] => {
    const decode = tasks[task]?.decode
    return decode === undefined || BODIES[task] === undefined ? [] : [{ name: `${id} ${task}`, task, decode }]
  }),
)

it.each(READINGS.map((reading) => [reading.name, reading] as const))('%s takes nothing else for an answer', (_, { task, decode }) => {
  const parsed = parseJsonTask(task, JSON.stringify(BODIES[task]))
  if (!parsed.ok) throw new Error(parsed.problem.en)
  for (const [contentType, body] of NO_ANSWERS)
    expect([body, decode({ contentType, bytes: Buffer.from(body) }, parsed.value.call).ok]).toEqual([body, false])
})

it('is asked of all that read replies of their own', () => {
  expect(READINGS.length).toBeGreaterThan(15)
})
