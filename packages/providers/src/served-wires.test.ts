import { servedWires } from '@weir/contract/catalog/served-wires'
import { channelTypes } from '@weir/contract/catalog/channel-types'
import { expect, it } from 'bun:test'
import { providers } from './index.ts'

const SHOWN = ['responses', 'messages', 'gemini'] as const

it.each(channelTypes.map(({ id, name }) => [id, name.en] as const))(
  'what the form tells of type %p, %s, is what its provider serves',
  (id) => {
    const provider = providers.get(id)
    const { wires = {} } = provider ?? {}
    expect(servedWires(id)).toEqual([
      ...(provider?.chat?.wire.kind === 'same' ? (['chat'] as const) : []),
      ...SHOWN.filter((wire) => wires[wire] !== undefined),
      ...(provider?.realtime === undefined ? [] : (['realtime'] as const)),
    ])
  },
)

it('tells of OpenAI, Anthropic, Gemini, Vertex AI and Ollama', () => {
  expect([1, 14, 24, 42, 30].map(servedWires)).toEqual([
    ['chat', 'responses', 'realtime'],
    ['messages'],
    ['gemini'],
    ['messages', 'gemini'],
    [],
  ])
})
