import type { TaskCapability } from '@weir/dialects/model/provider'
import type { ParsedTask } from '@weir/dialects/openai-tasks/parse-task'
import type { AttemptPorts } from '../ports.ts'
import type { Attempt } from '../stage-types.ts'

/** A task on its way to one channel. */
export interface TaskContext {
  readonly task: ParsedTask
  readonly attempt: Attempt
  readonly capability: TaskCapability
  readonly model: string
  readonly ports: AttemptPorts
  /** Of the pieces of a task. */
  readonly isLast: boolean
}
