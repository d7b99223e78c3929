import { expect, it } from 'bun:test'
import { chatBodyOf } from './chat-body.ts'

const messagesOf = (input: readonly object[]): unknown => chatBodyOf({ model: 'm', input })['messages']

it('tells calls of tools that OpenAI’s models alone are offered as calls of functions', () => {
  const action = { type: 'exec', command: ['ls'] }
  const operation = { type: 'update_file', path: 'a', diff: '+b' }
  const called = (id: string, name: string, input: object) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  })
  expect(
    messagesOf([
      { role: 'user', content: 'look' },
      { type: 'local_shell_call', id: 'lsh_1', call_id: 'c1', status: 'completed', action },
      { type: 'local_shell_call_output', id: 'c1', output: 'a.txt' },
      { type: 'shell_call', call_id: 'c2', action: { commands: ['pwd'] } },
      { type: 'apply_patch_call', call_id: 'c3', operation },
      { type: 'shell_call_output', call_id: 'c2', output: [{ stdout: '/', stderr: '', outcome: { type: 'exit', exit_code: 0 } }] },
      { type: 'apply_patch_call_output', call_id: 'c3', status: 'completed' },
    ]),
  ).toEqual([
    { role: 'user', content: 'look' },
    { role: 'assistant', content: null, tool_calls: [called('c1', 'local_shell', action)] },
    { role: 'tool', tool_call_id: 'c1', content: 'a.txt' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [called('c2', 'shell', { commands: ['pwd'] }), called('c3', 'apply_patch', operation)],
    },
    { role: 'tool', tool_call_id: 'c2', content: '[{"stdout":"/","stderr":"","outcome":{"type":"exit","exit_code":0}}]' },
    { role: 'tool', tool_call_id: 'c3', content: 'completed' },
  ])
})

it('leaves out what OpenAI has run by itself, and refuses what cannot be told', () => {
  const call = { type: 'mcp_call', id: 'mcp_1', server_label: 's', name: 'f', arguments: '{}', output: 'o' }
  expect(messagesOf([{ role: 'user', content: 'a' }, call, { role: 'assistant', content: 'b' }])).toEqual([
    { role: 'user', content: 'a' },
    { role: 'assistant', content: 'b' },
  ])
  expect(() => messagesOf([{ type: 'compaction', encrypted_content: 'x' }])).toThrow(
    'This model cannot read an item of the type compaction',
  )
})
