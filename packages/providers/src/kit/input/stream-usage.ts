import { objectAt } from '@weir/dialects/json'
import type { Task } from '@weir/dialects/model/task'
import { changes, type BodyChange } from '../body.ts'

interface TaskOptions {
  readonly adaptTask?: Readonly<Partial<Record<Task, BodyChange>>>
  readonly hasUnaskedUsage?: boolean
}

/** Without its figures a stream can only be charged by estimate. */
const askStreamUsage: BodyChange = (body) => {
  const options = objectAt(body, 'stream_options')
  if (body['stream'] !== true || options?.['include_usage'] === true) return body
  return { ...body, stream_options: { ...options, include_usage: true } }
}

const unchanged: BodyChange = (body) => body

/** What is changed in the body of a task. Completions stream as chats do. */
export const changeOfTask = (task: Task, { adaptTask, hasUnaskedUsage }: TaskOptions): BodyChange => {
  const adapt = adaptTask?.[task] ?? unchanged
  return task === 'completions' && hasUnaskedUsage !== true ? changes(adapt, askStreamUsage) : adapt
}
