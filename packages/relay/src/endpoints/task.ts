import type { Task } from '@weir/dialects/model/task'
import { parseFormTask, parseJsonTask, type TaskResult } from '@weir/dialects/openai-tasks/parse-task'
import { taskRequest } from '../attempts/task.ts'
import type { Caller, RelayInput } from '../stage-types.ts'
import type { Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import { relayRequest } from '../relay.ts'
import type { RelayReply } from '../reply.ts'

export interface TaskInput extends RelayInput {
  readonly task: Task
  readonly contentType: string
  readonly body: Uint8Array
  /** The model named by the path, where the path names one. */
  readonly pathModel: string | undefined
}

/** Their bodies are files with fields beside them; some clients write both as JSON. */
const UPLOADS: ReadonlySet<Task> = new Set(['audio/transcriptions', 'audio/translations', 'images/edits', 'images/variations'])
const UPLOAD_TYPE = /^(multipart\/form-data|application\/json)\b/i

const requireUploadType = ({ task, contentType }: TaskInput): void => {
  if (UPLOADS.has(task) && contentType !== '' && !UPLOAD_TYPE.test(contentType)) throw new RelayRefusal('body-type')
}

const parse = (input: TaskInput): TaskResult =>
  input.contentType.startsWith('multipart/form-data')
    ? parseFormTask(input.task, input.contentType, input.body)
    : parseJsonTask(input.task, new TextDecoder().decode(input.body), input.pathModel)

/** One request for anything but chat, from its bytes to the reply. */
export const relayTask = (input: TaskInput, caller: Caller, ports: Ports): Promise<RelayReply> => {
  const startedAt = ports.clock()
  requireUploadType(input)
  const parsed = parse(input)
  if (!parsed.ok) throw new RelayRefusal('invalid-request', { problem: parsed.problem, param: parsed.problem.param })
  return relayRequest(taskRequest(parsed.value), caller, { input, ports, startedAt })
}
