import { claudeErrorOf, faultOfClaudeError } from '@weir/dialects/anthropic-messages/errors'
import { parseJson, textAt } from '@weir/dialects/json'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import { TASKS, type Task } from '@weir/dialects/model/task'
import type { ChatCapability, RealtimeCapability, TaskCapability, WireCapability } from '@weir/dialects/model/provider'
import type { ChannelTarget } from '@weir/dialects/model/upstream'
import { defineProvider } from '../kit/define.ts'
import { adaptToModel, isForResponses, isSayableOnResponses, refusedByModel } from '../kit/input/openai-models.ts'
import { limitNamed } from '../kit/input/older-names.ts'
import { openaiRealtime } from '../kit/openai-realtime.ts'
import {
  classifyOpenaiError,
  openaiChat,
  openaiResponses,
  openaiTasks,
  keptResponse,
  type OpenaiWireOptions,
  type Where,
} from '../kit/openai-wire.ts'
import { responsesChat } from '../kit/responses-chat.ts'
import { switchWire } from '../kit/switch-wire.ts'
import { credential } from './credential.ts'
import { claudeChat, claudeMessages, isClaude } from './foundry-claude.ts'

const DEFAULT_VERSION = '2024-03-01-preview'
/** What the paths that exist only per deployment are asked under when the channel names no dated version. */
const LAST_DATED_VERSION = '2024-10-21'
/** The first that knows these fields and `max_completion_tokens`; those before refuse them. */
const FIRST_VERSION_OF_FIELDS = '2024-09-01-preview'
/** Under an earlier one the Responses endpoint is not there. */
const FIRST_VERSION_OF_RESPONSES = '2025-04-01-preview'
const LATER_FIELDS = ['stream_options', 'parallel_tool_calls']

const UNDATED = new Set(['v1', 'preview', 'latest'])
const SEVERAL_SERVICES = /^https?:\/\/[^/]+\.cognitiveservices\.azure\.com(?:[:/]|$)/
const CLOUDFLARE_GATEWAY = 'https://gateway.ai.cloudflare.com/'
const PER_DEPLOYMENT = new Set<Where['task']>(['audio/transcriptions', 'audio/translations'])

/** Cloudflare's gateway has the first part of the path in its own address. */
const deploymentUrl = ({ base, model, task }: Where, version: string): string => {
  const folder = base.startsWith(CLOUDFLARE_GATEWAY) ? '' : '/openai/deployments'
  return `${base}${folder}/${encodeURIComponent(model)}/${task}?api-version=${encodeURIComponent(version)}`
}

const undatedUrl = ({ base, task }: Pick<Where, 'base' | 'task'>, version: string): string =>
  `${base}/openai/v1/${task}${version === 'preview' ? '?api-version=preview' : ''}`

const urlFor =
  (version: string) =>
  (where: Where): string => {
    if (!UNDATED.has(version)) return deploymentUrl(where, version)
    return PER_DEPLOYMENT.has(where.task) ? deploymentUrl(where, LAST_DATED_VERSION) : undatedUrl(where, version)
  }

/** A deployment's name could not hold a dot when the first models came, so theirs are spelt without. */
const deploymentName = (model: string): string => (model.startsWith('gpt-3.5') ? model.replace('gpt-3.5', 'gpt-35') : model)

const versionOf = (target: ChannelTarget): string => target.config['api_version'] || target.other || DEFAULT_VERSION

const wireOf = (target: ChannelTarget): OpenaiWireOptions => {
  const version = versionOf(target)
  const isOlder = !UNDATED.has(version) && version < FIRST_VERSION_OF_FIELDS
  return {
    defaultBaseUrl: '',
    path: urlFor(version),
    headers: credential,
    modelName: deploymentName,
    hasUnaskedUsage: isOlder,
    adapt: isOlder ? limitNamed('max_tokens') : adaptToModel,
    drop: (model) => (isOlder ? [...LATER_FIELDS, ...refusedByModel(model)] : refusedByModel(model)),
  }
}

const classifyOpenai = classifyOpenaiError()

/** Errors of Anthropic's models come in its own form, which says of itself that it is one. */
const classify = (status: number, body: string): UpstreamFault => {
  const claude = textAt(parseJson(body), 'type') === 'error' ? faultOfClaudeError(claudeErrorOf(body)) : undefined
  return claude ?? classifyOpenai(status, body)
}

const chat: ChatCapability = {
  encode: (call, target, context) => openaiChat(wireOf(target)).encode(call, target, context),
  wire: { kind: 'same' },
  dropped: (call, target) => openaiChat(wireOf(target)).dropped?.(call, target) ?? [],
  extensions: [],
}

/** Where the Responses endpoint is for a channel that names a dated version. The address of a resource of several services has it under a date. */
const datedResponsesUrl = ({ base, task }: Where, version: string): string => {
  if (!SEVERAL_SERVICES.test(base)) return undatedUrl({ base, task }, '')
  const later = version < FIRST_VERSION_OF_RESPONSES ? FIRST_VERSION_OF_RESPONSES : version
  return `${base}/openai/${task}?api-version=${encodeURIComponent(later)}`
}

const responsesWireOf = (target: ChannelTarget): OpenaiWireOptions => {
  const version = versionOf(target)
  const path = (where: Where): string => (UNDATED.has(version) ? undatedUrl(where, version) : datedResponsesUrl(where, version))
  return { ...wireOf(target), path }
}

const chatByResponses = (keepsThoughts: boolean): ChatCapability => ({
  ...responsesChat({ defaultBaseUrl: '' }, classify),
  encode: (call, target, context) => responsesChat(responsesWireOf(target), classify, { keepsThoughts }).encode(call, target, context),
})

/** A deployment's own address has no such path; only the newer surface does. */
const responsesOn = (task: 'responses' | 'responses/compact'): WireCapability => ({
  encode: (call, target, context) => openaiResponses(wireOf(target), task).encode(call, target, context),
  isServed: (target, model) => UNDATED.has(versionOf(target)) && !isClaude(model),
  mayBeMissing: true,
  keptAnswer: (asked, target, context) => keptResponse(wireOf(target), asked, { target, context }),
})

/** Under a dated version the address names the deployment; the newer surface calls it the model. */
const realtime: RealtimeCapability = {
  encode: (call, target, context) => {
    const version = versionOf(target)
    const wire = wireOf(target)
    if (UNDATED.has(version)) return openaiRealtime(wire).encode(call, target, context)
    const path = ({ base }: Where) => `${base}/openai/realtime`
    return openaiRealtime({ ...wire, path }, (deployment) => ({ 'api-version': version, deployment })).encode(call, target, context)
  },
}

const SERVED: readonly Task[] = TASKS.filter((task) => task !== 'rerank' && task !== 'moderations')

const taskOf = (task: Task): TaskCapability => ({
  encode: (call, target, context) => {
    const capability = openaiTasks([task], wireOf(target))[task]
    if (capability === undefined) throw new Error(`the task ${task} is not served`)
    return capability.encode(call, target, context)
  },
})

/** Operators name their deployments as they like; where that tells nothing of the model, the name that the caller gave it does. */
const isDescribed = (deployment: string): boolean => /^(?:gpt-|chatgpt-|o\d|codex-|computer-use-)/.test(deployment)

const ownChat = switchWire({
  usual: chat,
  other: chatByResponses(true),
  mayBeMissing: true,
  sentThere: {
    isSayable: (call, { baseUrl }) => isSayableOnResponses(call) && !baseUrl.startsWith(CLOUDFLARE_GATEWAY),
    withoutThoughts: chatByResponses(false),
  },
  // That gateway has addresses of deployments alone.
  isOther: (deployment, { baseUrl }, call) =>
    isForResponses(isDescribed(deployment) ? deployment : call.model, call) && !baseUrl.startsWith(CLOUDFLARE_GATEWAY),
})

export const azure = defineProvider({
  id: 'azure',
  channelType: 3,
  chat: switchWire({ usual: ownChat, other: claudeChat, isOther: isClaude }),
  wires: { messages: claudeMessages, responses: responsesOn('responses'), compaction: responsesOn('responses/compact') },
  tasks: Object.fromEntries(SERVED.map((task) => [task, taskOf(task)])),
  realtime,
  classify,
})
