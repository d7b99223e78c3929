import type { ChatCapability } from '@weir/dialects/model/provider'
import { defineProvider } from '../kit/define.ts'
import { openaiChat, openaiTasks } from '../kit/openai-wire.ts'
import { classify } from './errors.ts'
import { adaptChat, DEFAULT_BASE_URL, encodeImages, encodeRerank, openaiTarget } from './request.ts'
import { decodeImages, decodeRerank, openNormalizer } from './response.ts'

const wire = {
  defaultBaseUrl: DEFAULT_BASE_URL,
  // A whole address, so that the version stays also behind a gateway.
  path: ({ base, task }: { readonly base: string; readonly task: string }) => `${base}/v1/${task}`,
  filtersAllowedTools: true,
  adapt: adaptChat,
  adaptTask: { completions: adaptChat },
  openNormalizer,
}

const { completions, embeddings } = openaiTasks(['completions', 'embeddings'], wire)

const onAccount = (chat: ChatCapability): ChatCapability => ({
  ...chat,
  encode: (call, target, context) => chat.encode(call, openaiTarget(target), context),
  instead: (call, target, refusal) => {
    const other = chat.instead?.(call, target, refusal)
    return other && onAccount(other)
  },
})

/** The account is a part of every address, and only the channel knows it. */
export const cloudflare = defineProvider({
  id: 'cloudflare',
  channelType: 37,
  chat: onAccount(openaiChat(wire)),
  tasks: {
    ...(completions && { completions: { encode: (call, target, context) => completions.encode(call, openaiTarget(target), context) } }),
    ...(embeddings && { embeddings: { encode: (call, target, context) => embeddings.encode(call, openaiTarget(target), context) } }),
    'images/generations': { encode: encodeImages, decode: decodeImages },
    rerank: { encode: encodeRerank, decode: decodeRerank },
  },
  classify,
})
