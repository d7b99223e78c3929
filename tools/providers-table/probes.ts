import type { Probe } from './probe.ts'

const tool = (name: string) => ({ type: 'function', function: { name, parameters: { type: 'object', properties: {} } } })
const tools = [tool('look'), tool('buy')]
const schema = { name: 'answer', schema: { type: 'object', properties: { a: { type: 'string' } } } }

const field = (name: string, value: unknown, beside?: Probe['beside']): Probe => ({
  title: `\`${name}\``,
  field: name,
  asked: { [name]: value },
  ...(beside && { beside }),
})

const message = (role: string, piece: object, ...before: readonly object[]): Probe => ({
  title: `role \`${role}\``,
  field: 'messages',
  asked: { messages: [...before, { role, ...piece }, { role: 'user', content: 'hello' }] },
  piece: { role, ...piece },
})

const content = (title: string, part: object): Probe => ({
  title,
  field: 'messages',
  asked: { messages: [{ role: 'user', content: [{ type: 'text', text: 'look' }, part] }] },
  piece: part,
})

const choice = (title: string, value: unknown): Probe => ({ title, field: 'tool_choice', asked: { tool_choice: value }, beside: { tools } })

const called = { id: 'callOne01', type: 'function', function: { name: 'look', arguments: '{}' } }
const PIXEL = 'data:image/png;base64,iVBORw0KGgo='

/** What a caller of a chat can ask for, by subject. */
export const SUBJECTS: readonly { readonly title: string; readonly probes: readonly Probe[] }[] = [
  {
    title: 'Messages',
    probes: [
      message('system', { content: 'be brief' }),
      message('developer', { content: 'be brief' }),
      message('tool', { tool_call_id: 'callOne01', content: 'found' }, { role: 'assistant', content: null, tool_calls: [called] }),
      content('image by address', { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }),
      content('image inline', { type: 'image_url', image_url: { url: PIXEL } }),
      content('speech', { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } }),
      content('file', { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } }),
    ],
  },
  {
    title: 'Tools',
    probes: [
      field('tools', tools),
      choice('choice `none`', 'none'),
      choice('choice `required`', 'required'),
      choice('choice of one', { type: 'function', function: { name: 'look' } }),
      choice('`allowed_tools`', {
        type: 'allowed_tools',
        allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'look' } }] },
      }),
      field('parallel_tool_calls', false, { tools }),
      { title: 'hosted tool', field: 'tools', asked: { tools: [{ type: 'web_search' }] } },
      field('web_search_options', {}),
    ],
  },
  {
    title: 'Sampling and limits',
    probes: [
      field('temperature', 0.5),
      field('top_p', 0.5),
      field('presence_penalty', 0.5),
      field('frequency_penalty', 0.5),
      field('logit_bias', { '50256': -100 }),
      field('seed', 7),
      field('stop', ['END']),
      field('n', 2),
      field('max_tokens', 99),
      field('max_completion_tokens', 99),
    ],
  },
  {
    title: 'The answer',
    probes: [
      { ...field('response_format', { type: 'json_object' }), title: 'JSON' },
      { ...field('response_format', { type: 'json_schema', json_schema: schema }), title: 'JSON schema' },
      field('reasoning_effort', 'high'),
      field('logprobs', true),
      field('top_logprobs', 2, { logprobs: true }),
      field('modalities', ['text', 'audio']),
      field('audio', { voice: 'alloy', format: 'wav' }, { modalities: ['text', 'audio'] }),
      field('prediction', { type: 'content', content: 'hello' }),
      field('user', 'user-1'),
      field('metadata', { a: 'b' }),
      field('service_tier', 'flex'),
    ],
  },
]
