import { expect, it } from 'bun:test'
import { StreamRenderer } from '@weir/dialects/openai-chat/render-stream'
import { NativeWireStream } from './native-wire.ts'

const decoder = new TextDecoder()

it('asks an upstream that closed for its rest only once', () => {
  const counted: string[] = []
  const stream = new NativeWireStream({
    decoder: {
      push: () => [],
      end: () => [
        { kind: 'text', text: 'all at once' },
        { kind: 'finished', reason: 'stop' },
      ],
    },
    renderer: new StreamRenderer({ id: 'x', created: 0, model: 'm' }, false),
    bound: (usage) => usage,
    onPicture: () => undefined,
    onText: (text) => counted.push(text),
  })
  expect(decoder.decode(stream.flush())).toContain('all at once')
  expect(decoder.decode(stream.flush())).toBe('')
  expect(counted).toEqual(['all at once'])
})
