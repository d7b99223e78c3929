import { describe, expect, it } from 'bun:test'
import { arrayAt, objectAt, parseJson } from '@weir/dialects/json'
import { providers } from './index.ts'
import { chatCallOf, contextOf, targetOf } from './kit/conformance/expectation.ts'

const KEYS: Readonly<Record<number, string>> = {
  15: 'id|secret',
  16: 'id.secret',
  18: '1|secret|id',
  23: '1|id|secret',
  33: 'AKIA0|secret|us-east-1',
}
const MODELS: Readonly<Record<number, string>> = { 33: 'amazon.nova-lite-v1:0', 18: 'general', 16: 'chatglm_pro' }
const PICTURE = 'iVBORw0KGgoAAAA='
const SOUND = 'UklGRiQAAAA='

const messages = [
  { role: 'user', content: 'Draw and say it' },
  {
    role: 'assistant',
    content: 'Here',
    images: [{ type: 'image_url', index: 0, image_url: { url: `data:image/png;base64,${PICTURE}` } }],
    audio: { id: 'a', data: SOUND },
  },
  { role: 'user', content: 'Again' },
]

const told = (type: number, model = MODELS[type] ?? 'm') => {
  const chat = providers.get(type)?.chat
  const call = chatCallOf({ model, messages }, false)
  const target = targetOf({ target: { key: KEYS[type] ?? 'sk-0123456789' } })
  const body = chat?.encode(call, target, contextOf({})).body
  return { sent: typeof body === 'string' ? body : '', dropped: chat?.dropped?.(call, target) ?? [] }
}

const withChat = [...providers.values()].filter(({ chat }) => chat !== undefined).map(({ id, channelType }) => [id, channelType] as const)

describe('a picture and a sound of an earlier answer', () => {
  it.each(withChat)('are sent or named as dropped by %s (%i)', (_, type) => {
    const { sent, dropped } = told(type)
    const isLost = (name: string): boolean => dropped.some((field) => field === 'messages' || field.startsWith(`messages[1].${name}`))
    expect([sent.includes(PICTURE) || isLost('images'), sent.includes(SOUND) || isLost('audio')]).toEqual([true, true])
    expect([sent.includes(PICTURE) && isLost('images'), sent.includes(SOUND) && isLost('audio')]).toEqual([false, false])
  })

  it('are named by their places', () => {
    expect(told(35).dropped).toEqual(['messages[1].images[0]', 'messages[1].audio'])
    expect(told(14).dropped).toEqual(['messages[1].images[0]', 'messages[1].audio'])
    expect(told(33).dropped).toEqual(['messages[1].images[0]', 'messages[1].audio'])
    expect(told(28).dropped).toEqual(['messages[1].images', 'messages[1].audio'])
  })

  it('of which Ollama has a place for the picture', () => {
    const { sent, dropped } = told(30)
    expect(arrayAt(parseJson(sent), 'messages')[1]).toEqual({ role: 'assistant', images: [PICTURE], content: 'Here' })
    expect(dropped).toEqual(['messages[1].audio'])
  })

  it('pass as they are where the caller speaks the wire of the channel', () => {
    expect(objectAt(arrayAt(parseJson(told(1).sent), 'messages')[1], 'audio')).toEqual({ id: 'a', data: SOUND })
    expect(told(1).dropped).toEqual([])
  })
})
