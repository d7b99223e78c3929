import type { BalanceLookup, Provider } from '@weir/dialects/model/provider'
import type { Task } from '@weir/dialects/model/task'
import { defineProvider } from './define.ts'
import {
  classifyOpenaiError,
  openaiChat,
  openaiResponses,
  openaiTasks,
  type FaultCodes,
  type FaultStatuses,
  type OpenaiWireOptions,
} from './openai-wire.ts'

/** A provider that speaks OpenAI's wire: its address and every way in which it differs. */
export interface OpenaiProviderOptions extends OpenaiWireOptions {
  readonly id: string
  readonly channelType: number
  /** What it serves beside chat. */
  readonly tasks?: readonly Task[]
  /** Serves OpenAI's Responses endpoint itself. */
  readonly hasResponses?: boolean
  readonly codes?: FaultCodes
  readonly statuses?: FaultStatuses
  /** Instead of `codes` and `statuses`, where errors have another shape. */
  readonly classify?: Provider['classify']
  readonly balance?: BalanceLookup
}

export const openaiProvider = (options: OpenaiProviderOptions): Provider =>
  defineProvider({
    id: options.id,
    channelType: options.channelType,
    defaultBaseUrl: options.defaultBaseUrl,
    chat: openaiChat(options),
    ...(options.hasResponses === true && { responses: openaiResponses(options) }),
    tasks: openaiTasks(options.tasks ?? [], options),
    classify: options.classify ?? classifyOpenaiError(options.codes, options.statuses),
    ...(options.balance && { balance: options.balance }),
  })
