import type { Probe } from './probe.ts'

const field = (name: string, value: unknown, beside?: Probe['beside']): Probe => ({
  title: `\`${name}\``,
  asked: { [name]: value },
  ...(beside && { beside }),
})

const PIXEL = 'iVBORw0KGgo='
const SCHEMA = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }

const item = (title: string, part: object): Probe => ({ title, asked: { input: [{ role: 'user', content: [part] }] } })
const responseTool = (title: string, tool: object): Probe => ({ title, asked: { tools: [tool] } })
const ofResponse = { tools: [{ type: 'function', name: 'look', parameters: SCHEMA }] }

export const RESPONSES: readonly Probe[] = [
  field('instructions', 'be brief'),
  item('image', { type: 'input_image', image_url: `data:image/png;base64,${PIXEL}` }),
  item('file', { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' }),
  item('file by id', { type: 'input_file', file_id: 'file-1' }),
  responseTool('function', ofResponse.tools[0] ?? {}),
  responseTool('`custom` tool', { type: 'custom', name: 'patch' }),
  responseTool('`web_search`', { type: 'web_search' }),
  responseTool('`web_search` with `filters`', { type: 'web_search', filters: { allowed_domains: ['a.test'] } }),
  responseTool('`file_search`', { type: 'file_search', vector_store_ids: ['v'] }),
  responseTool('`code_interpreter`', { type: 'code_interpreter', container: { type: 'auto' } }),
  responseTool('`image_generation`', { type: 'image_generation' }),
  responseTool('`mcp`', { type: 'mcp', server_label: 's', server_url: 'https://m.test' }),
  responseTool('`local_shell`', { type: 'local_shell' }),
  { title: 'choice `required`', asked: { tool_choice: 'required' }, beside: ofResponse },
  { title: '`parallel_tool_calls` off', asked: { parallel_tool_calls: false }, beside: ofResponse },
  field('max_output_tokens', 50),
  field('temperature', 0.5),
  field('top_p', 0.5),
  field('top_logprobs', 2),
  { title: '`reasoning.effort`', asked: { reasoning: { effort: 'high' } } },
  { title: '`text.format`', asked: { text: { format: { type: 'json_schema', name: 'a', schema: SCHEMA } } } },
  { title: '`text.verbosity`', asked: { text: { verbosity: 'low' } } },
  field('previous_response_id', 'resp_1'),
  { title: '`item_reference`', asked: { input: [{ type: 'item_reference', id: 'msg_1' }] } },
  field('conversation', 'conv_1'),
  field('prompt', { id: 'pmpt_1' }),
  field('background', true),
  field('truncation', 'auto'),
  field('max_tool_calls', 2),
  field('context_management', [{ type: 'compaction' }]),
  field('prompt_cache_key', 'k'),
  field('safety_identifier', 's'),
]

const block = (title: string, content: object): Probe => ({ title, asked: { messages: [{ role: 'user', content: [content] }] } })
const messageTool = (title: string, tool: object): Probe => ({ title, asked: { tools: [tool] } })
const ofMessage = { tools: [{ name: 'look', input_schema: SCHEMA }] }

export const MESSAGES: readonly Probe[] = [
  field('system', 'be brief'),
  block('image', { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } }),
  block('image by id', { type: 'image', source: { type: 'file', file_id: 'f' } }),
  block('document', { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' } }),
  block('`cache_control`', { type: 'text', text: 'hello', cache_control: { type: 'ephemeral' } }),
  messageTool('tool', ofMessage.tools[0] ?? {}),
  messageTool('`web_search_…`', { type: 'web_search_20250305', name: 'web_search' }),
  messageTool('`web_search_…` with `max_uses`', { type: 'web_search_20250305', name: 'web_search', max_uses: 3 }),
  messageTool('`web_search_…` with domains', { type: 'web_search_20250305', name: 'web_search', allowed_domains: ['a.test'] }),
  messageTool('`web_fetch_…`', { type: 'web_fetch_20250910', name: 'web_fetch' }),
  messageTool('`code_execution_…`', { type: 'code_execution_20250825', name: 'code_execution' }),
  messageTool('`bash_…`', { type: 'bash_20250124', name: 'bash' }),
  { title: 'choice `any`', asked: { tool_choice: { type: 'any' } }, beside: ofMessage },
  {
    title: '`disable_parallel_tool_use`',
    asked: { tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
    beside: { ...ofMessage, tool_choice: { type: 'auto' } },
  },
  { title: '`thinking` with a budget', asked: { thinking: { type: 'enabled', budget_tokens: 2048 } }, beside: { max_tokens: 4096 } },
  { title: '`thinking` off', asked: { thinking: { type: 'disabled' } } },
  { title: '`output_config.effort`', asked: { output_config: { effort: 'high' } } },
  { title: '`output_config.format`', asked: { output_config: { format: { type: 'json_schema', schema: SCHEMA } } } },
  field('stop_sequences', ['END']),
  field('temperature', 0.5),
  field('top_p', 0.5),
  field('top_k', 5),
  { title: '`metadata.user_id`', asked: { metadata: { user_id: 'u' } } },
  field('service_tier', 'standard_only'),
  field('mcp_servers', [{ type: 'url', url: 'https://m.test', name: 'm' }]),
  field('container', 'c'),
  field('context_management', { edits: [] }),
]

const part = (title: string, given: object): Probe => ({ title, asked: { contents: [{ role: 'user', parts: [given] }] } })
const googleTool = (name: string, value: object = {}): Probe => ({ title: `\`${name}\``, asked: { tools: [{ [name]: value }] } })
const option = (name: string, value: unknown): Probe => ({ title: `\`${name}\``, asked: { generationConfig: { [name]: value } } })
const ofContent = { tools: [{ functionDeclarations: [{ name: 'look', parametersJsonSchema: SCHEMA }] }] }

export const GEMINI: readonly Probe[] = [
  field('systemInstruction', { parts: [{ text: 'be brief' }] }),
  part('image', { inlineData: { mimeType: 'image/png', data: PIXEL } }),
  part('linked image', { fileData: { mimeType: 'image/png', fileUri: 'https://a.test/a.png' } }),
  { title: '`functionDeclarations`', asked: ofContent },
  googleTool('googleSearch'),
  googleTool('googleMaps'),
  googleTool('codeExecution'),
  googleTool('urlContext'),
  { title: 'mode `ANY`', asked: { toolConfig: { functionCallingConfig: { mode: 'ANY' } } }, beside: ofContent },
  {
    title: 'mode `VALIDATED`',
    asked: { toolConfig: { functionCallingConfig: { mode: 'VALIDATED' } } },
    beside: { ...ofContent, toolConfig: { functionCallingConfig: { mode: 'AUTO' } } },
  },
  option('maxOutputTokens', 50),
  option('stopSequences', ['END']),
  option('temperature', 0.5),
  option('topP', 0.5),
  option('topK', 5),
  option('seed', 7),
  option('presencePenalty', 0.5),
  option('candidateCount', 2),
  option('responseLogprobs', true),
  option('responseMimeType', 'application/json'),
  option('responseModalities', ['TEXT', 'IMAGE']),
  option('mediaResolution', 'MEDIA_RESOLUTION_LOW'),
  { title: '`thinkingConfig.thinkingLevel`', asked: { generationConfig: { thinkingConfig: { thinkingLevel: 'HIGH' } } } },
  { title: '`thinkingConfig.thinkingBudget` 0', asked: { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } } },
  field('safetySettings', [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }]),
  field('serviceTier', 'flex'),
  field('cachedContent', 'cachedContents/1'),
  field('labels', { a: 'b' }),
]
