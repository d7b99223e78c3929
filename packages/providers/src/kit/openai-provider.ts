import type { ChatCall } from '@weir/dialects/model/call'
import type { BalanceLookup, Provider } from '@weir/dialects/model/provider'
import type { Task } from '@weir/dialects/model/task'
import { defaultBaseUrlOf } from './base-url.ts'
import { defineProvider } from './define.ts'
import { isSayableOnResponses } from './input/openai-models.ts'
import { openaiRealtime } from './openai-realtime.ts'
import {
  classifyOpenaiError,
  openaiChat,
  openaiResponses,
  openaiTasks,
  type FaultCodes,
  type FaultStatuses,
  type OpenaiWireOptions,
} from './openai-wire.ts'
import { responsesChat } from './responses-chat.ts'
import { switchWire } from './switch-wire.ts'

/** A provider that speaks OpenAI's wire: every way in which it differs. Its address stands with its channel type. */
export interface OpenaiProviderOptions extends Omit<OpenaiWireOptions, 'defaultBaseUrl'> {
  readonly id: string
  readonly channelType: number
  /** What it serves beside chat. */
  readonly tasks?: readonly Task[]
  /** Serves OpenAI's Responses endpoint itself. */
  readonly hasResponses?: boolean
  /** Chats, by upstream's name of the model, that only that endpoint answers as they are meant. */
  readonly isForResponses?: (model: string, call: ChatCall) => boolean
  /** Serves OpenAI's Realtime endpoint itself. */
  readonly hasRealtime?: boolean
  /** Callers' wires beside OpenAI's that upstream serves itself. */
  readonly wires?: NonNullable<Provider['wires']>
  readonly codes?: FaultCodes
  readonly statuses?: FaultStatuses
  /** Instead of `codes` and `statuses`, where errors have another shape. */
  readonly classify?: Provider['classify']
  readonly refusalCode?: NonNullable<Provider['refusalCode']>
  readonly balance?: BalanceLookup
}

export const openaiProvider = (options: OpenaiProviderOptions): Provider => {
  const wire: OpenaiWireOptions = { ...options, defaultBaseUrl: defaultBaseUrlOf(options.channelType) }
  const classify = options.classify ?? classifyOpenaiError(options.codes, options.statuses)
  const { isForResponses } = options
  const usual = openaiChat(wire)
  return defineProvider({
    id: options.id,
    channelType: options.channelType,
    chat:
      isForResponses === undefined
        ? usual
        : switchWire({
            usual,
            other: responsesChat(wire, classify),
            mayBeMissing: true,
            sentThere: {
              isSayable: isSayableOnResponses,
              withoutThoughts: responsesChat(wire, classify, { keepsThoughts: false }),
            },
            isOther: (model, _, call) => isForResponses(model, call),
          }),
    wires: {
      ...options.wires,
      ...(options.hasResponses === true && {
        responses: openaiResponses(wire),
        compaction: openaiResponses(wire, 'responses/compact'),
      }),
    },
    tasks: openaiTasks(options.tasks ?? [], wire),
    ...(options.hasRealtime === true && { realtime: openaiRealtime(wire) }),
    classify,
    ...(options.refusalCode && { refusalCode: options.refusalCode }),
    ...(options.balance && { balance: options.balance }),
  })
}
