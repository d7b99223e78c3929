import { dataFrame } from '../fake-upstream/native-server.ts'
import { chatBody, completionsBody, contentBody, embeddingsBody, frame, responsesBody, type Figures, type Wire } from './wire.ts'

const EVENTS = { contentType: 'text/event-stream', ping: Buffer.from(': ping\n\n'), longFrame: Buffer.from('data: "') }
const NO_JSON = Buffer.from('data: {not json\n\n')
const OPENAI = { type: 1, key: 'sk-hostile-openai-1' }

const openaiUsage = ({ prompt, output }: Figures) => ({
  usage: { prompt_tokens: prompt, completion_tokens: output, total_tokens: prompt + output },
})
const choice = (delta: object, reason: string | null) => ({ choices: [{ index: 0, delta, finish_reason: reason }] })
const chunk = (over: object) => dataFrame({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', ...over })

export const openaiChat: Wire = {
  name: 'OpenAI chat',
  channel: OPENAI,
  model: 'hostile-chat',
  path: '/v1/chat/completions',
  body: chatBody('hostile-chat'),
  whole: (text, figures) =>
    JSON.stringify({
      id: 'c',
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      ...(figures && openaiUsage(figures)),
    }),
  stream: {
    ...EVENTS,
    noJson: NO_JSON,
    begin: [],
    text: (text) => frame(chunk(choice({ content: text }, null)), { text }),
    figures: (figures) => frame(chunk({ choices: [], ...openaiUsage(figures) }), { figures }),
    finish: [frame(chunk(choice({}, 'stop')), { isEnd: true })],
    last: () => [frame('data: [DONE]\n\n', { isEnd: true, isLast: true })],
  },
}

const written = (text: string, reason: string | null) => ({ choices: [{ index: 0, text, logprobs: null, finish_reason: reason }] })
const piece = (over: object) => dataFrame({ id: 'c', object: 'text_completion', created: 1, model: 'm', ...over })

/** The oldest of the wires: text that goes on. */
export const openaiCompletions: Wire = {
  name: 'OpenAI completions',
  channel: { ...OPENAI, key: 'sk-hostile-openai-5' },
  model: 'hostile-completions',
  path: '/v1/completions',
  body: completionsBody('hostile-completions'),
  whole: (text, figures) =>
    JSON.stringify({ id: 'c', object: 'text_completion', ...written(text, 'stop'), ...(figures && openaiUsage(figures)) }),
  stream: {
    ...EVENTS,
    noJson: NO_JSON,
    begin: [],
    text: (text) => frame(piece(written(text, null)), { text }),
    figures: (figures) => frame(piece({ choices: [], ...openaiUsage(figures) }), { figures }),
    finish: [frame(piece(written('', 'stop')), { isEnd: true })],
    last: () => [frame('data: [DONE]\n\n', { isEnd: true, isLast: true })],
  },
}

const response = (over: object) => ({ id: 'r', object: 'response', status: 'in_progress', output: [], ...over })
const completed = (text: string, figures: Figures | undefined) =>
  response({
    status: 'completed',
    output: [{ id: 'm', type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] }],
    ...(figures && {
      usage: { input_tokens: figures.prompt, output_tokens: figures.output, total_tokens: figures.prompt + figures.output },
    }),
  })
const named = (event: { readonly type: string; readonly [key: string]: unknown }) => `event: ${event.type}\n${dataFrame(event)}`
const told = (figures: Figures | undefined) => figures && { figures }

export const openaiResponses: Wire = {
  name: 'OpenAI responses',
  channel: { ...OPENAI, key: 'sk-hostile-openai-2' },
  model: 'hostile-responses',
  path: '/v1/responses',
  body: responsesBody('hostile-responses'),
  whole: (text, figures) => JSON.stringify(completed(text, figures)),
  stream: {
    ...EVENTS,
    noJson: NO_JSON,
    begin: [frame(named({ type: 'response.created', response: response({}) }))],
    text: (text) =>
      frame(named({ type: 'response.output_text.delta', item_id: 'm', output_index: 0, content_index: 0, delta: text }), { text }),
    // Only the end of a response has figures that count.
    figures: (figures) => frame(named({ type: 'response.in_progress', response: completed('', figures) })),
    finish: [],
    last: (figures) => [
      frame(named({ type: 'response.completed', response: completed('x', figures) }), { isEnd: true, isLast: true, ...told(figures) }),
    ],
  },
}

const claudeUsage = ({ prompt, output }: Figures) => ({ usage: { input_tokens: prompt, output_tokens: output } })

export const anthropic: Wire = {
  name: 'Anthropic',
  channel: { type: 14, key: 'sk-ant-hostile-1' },
  model: 'hostile-claude',
  path: '/v1/chat/completions',
  body: chatBody('hostile-claude'),
  whole: (text, figures) =>
    JSON.stringify({
      id: 'm',
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      ...(figures && claudeUsage(figures)),
    }),
  stream: {
    ...EVENTS,
    noJson: NO_JSON,
    begin: [
      frame(named({ type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', content: [] } })),
      frame(named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })),
    ],
    text: (text) => frame(named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }), { text }),
    figures: (figures) => frame(named({ type: 'message_delta', delta: {}, ...claudeUsage(figures) }), { figures }),
    finish: [
      frame(named({ type: 'content_block_stop', index: 0 })),
      frame(named({ type: 'message_delta', delta: { stop_reason: 'end_turn' } }), { isEnd: true }),
    ],
    last: () => [frame(named({ type: 'message_stop' }), { isEnd: true })],
  },
}

/** The caller speaks the same wire, and the bytes pass. */
export const anthropicMessages: Wire = {
  ...anthropic,
  name: 'Anthropic messages',
  channel: { type: 14, key: 'sk-ant-hostile-2' },
  model: 'hostile-messages',
  path: '/v1/messages',
  body: chatBody('hostile-messages'),
  stream: {
    ...EVENTS,
    noJson: NO_JSON,
    begin: anthropic.stream?.begin ?? [],
    text: (text) => frame(named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }), { text }),
    figures: (figures) => frame(named({ type: 'message_delta', delta: {}, ...claudeUsage(figures) }), { figures }),
    finish: [
      frame(named({ type: 'content_block_stop', index: 0 })),
      frame(named({ type: 'message_delta', delta: { stop_reason: 'end_turn' } })),
    ],
    last: () => [frame(named({ type: 'message_stop' }), { isEnd: true, isLast: true })],
  },
}

/** The caller speaks Anthropic's wire to an upstream of OpenAI's. */
export const messagesByChat: Wire = {
  ...openaiChat,
  name: 'messages by chat',
  channel: { ...OPENAI, key: 'sk-hostile-openai-3' },
  model: 'hostile-translated',
  path: '/v1/messages',
  body: chatBody('hostile-translated'),
  stream: {
    ...EVENTS,
    noJson: NO_JSON,
    begin: [],
    text: (text) => frame(chunk(choice({ content: text }, null)), { text }),
    figures: (figures) => frame(chunk({ choices: [], ...openaiUsage(figures) }), { figures }),
    finish: [frame(chunk(choice({}, 'stop')), { isEnd: true })],
    last: () => [frame('data: [DONE]\n\n', { isEnd: true })],
  },
}

const candidate = (parts: readonly object[], reason?: string) => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...(reason !== undefined && { finishReason: reason }) }],
})
const geminiUsage = ({ prompt, output }: Figures) => ({
  usageMetadata: { promptTokenCount: prompt, candidatesTokenCount: output, totalTokenCount: prompt + output },
})

export const gemini: Wire = {
  name: 'Gemini',
  channel: { type: 24, key: 'hostile-gemini-1' },
  model: 'hostile-gemini',
  path: '/v1/chat/completions',
  body: chatBody('hostile-gemini'),
  whole: (text, figures) => JSON.stringify({ ...candidate([{ text }], 'STOP'), ...(figures && geminiUsage(figures)) }),
  stream: {
    ...EVENTS,
    noJson: NO_JSON,
    begin: [],
    text: (text) => frame(dataFrame(candidate([{ text }])), { text }),
    figures: (figures) => frame(dataFrame(geminiUsage(figures)), { figures }),
    finish: [frame(dataFrame(candidate([], 'STOP')), { isEnd: true })],
    last: () => [],
  },
}

/** The caller speaks the same wire, and the bytes pass. */
export const geminiContent: Wire = {
  ...gemini,
  name: 'Gemini content',
  channel: { type: 24, key: 'hostile-gemini-2' },
  model: 'hostile-content',
  path: '/v1beta/models/hostile-content:generateContent',
  streamPath: '/v1beta/models/hostile-content:streamGenerateContent?alt=sse',
  body: contentBody,
}

/** The caller speaks Google's wire, as one array, to an upstream of OpenAI's. */
export const contentByChat: Wire = {
  ...openaiChat,
  name: 'content by chat',
  channel: { ...OPENAI, key: 'sk-hostile-openai-4' },
  model: 'hostile-array',
  path: '/v1beta/models/hostile-array:generateContent',
  streamPath: '/v1beta/models/hostile-array:streamGenerateContent',
  body: contentBody,
  sentBody: chatBody('hostile-array'),
  stream: {
    ...EVENTS,
    noJson: NO_JSON,
    begin: [],
    text: (text) => frame(chunk(choice({ content: text }, null)), { text }),
    figures: (figures) => frame(chunk({ choices: [], ...openaiUsage(figures) }), { figures }),
    finish: [frame(chunk(choice({}, 'stop')), { isEnd: true })],
    last: () => [frame('data: [DONE]\n\n', { isEnd: true })],
  },
}

const cohereUsage = ({ prompt, output }: Figures) => ({ usage: { tokens: { input_tokens: prompt, output_tokens: output } } })
const messageEnd = (figures: Figures | undefined) =>
  frame(dataFrame({ type: 'message-end', delta: { finish_reason: 'COMPLETE', ...(figures && cohereUsage(figures)) } }), {
    isEnd: true,
    ...told(figures),
  })

export const cohere: Wire = {
  name: 'Cohere',
  channel: { type: 35, key: 'hostile-cohere-1' },
  model: 'hostile-command',
  path: '/v1/chat/completions',
  body: chatBody('hostile-command'),
  whole: (text, figures) =>
    JSON.stringify({
      id: 'c',
      finish_reason: 'COMPLETE',
      message: { role: 'assistant', content: [{ type: 'text', text }] },
      ...(figures && cohereUsage(figures)),
    }),
  stream: {
    ...EVENTS,
    noJson: NO_JSON,
    begin: [frame(dataFrame({ type: 'message-start', id: 'c', delta: { message: { role: 'assistant' } } }))],
    text: (text) => frame(dataFrame({ type: 'content-delta', index: 0, delta: { message: { content: { text } } } }), { text }),
    figures: messageEnd,
    finish: [],
    last: (figures) => [messageEnd(figures)],
  },
}

export const embeddings: Wire = {
  name: 'embeddings',
  channel: { ...OPENAI, key: 'sk-hostile-openai-3' },
  model: 'hostile-embedding',
  path: '/v1/embeddings',
  body: embeddingsBody('hostile-embedding'),
  whole: (_, figures) =>
    JSON.stringify({
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding: [0.25, -0.5] }],
      ...(figures && { usage: { prompt_tokens: figures.prompt, total_tokens: figures.prompt } }),
    }),
}
