import { describe, expect, it } from 'bun:test'
import { hashPromptBeginning } from './prompt-beginning.ts'

const user = (content: unknown) => ({ role: 'user', content })
const assistant = (content: unknown) => ({ role: 'assistant', content })

describe('the beginning of a prompt', () => {
  it('is the same for all turns of a conversation, on every wire', () => {
    const turns: readonly (readonly [object, object])[] = [
      [{ messages: [user('hi')] }, { messages: [user('hi'), assistant('hello'), user('and then?')], temperature: 1 }],
      [
        { messages: [{ role: 'system', content: 'be brief' }, user([{ type: 'text', text: 'hi' }])] },
        { messages: [{ role: 'system', content: 'be brief' }, user([{ type: 'text', text: 'hi' }]), assistant('hello'), user('more')] },
      ],
      [
        { instructions: 'be brief', input: [user('hi')] },
        { instructions: 'be brief', input: [user('hi'), assistant('x'), user('y')] },
      ],
      [
        { system: [{ type: 'text', text: 'be brief' }], messages: [user('hi')] },
        { system: [{ type: 'text', text: 'be brief' }], messages: [user('hi'), assistant('x'), user('y')] },
      ],
      [
        { systemInstruction: { parts: [{ text: 'be brief' }] }, contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
        {
          systemInstruction: { parts: [{ text: 'be brief' }] },
          contents: [
            { role: 'user', parts: [{ text: 'hi' }] },
            { role: 'model', parts: [{ text: 'x' }] },
          ],
        },
      ],
    ]
    for (const [first, second] of turns) expect(hashPromptBeginning({ ...second })).toBe(hashPromptBeginning({ ...first }))
  })

  it('does not change with the marks of a cache, which move from turn to turn', () => {
    const marked = { messages: [user([{ type: 'text', text: 'hi', cache_control: { type: 'ephemeral' } }])] }
    expect(hashPromptBeginning(marked)).toBe(hashPromptBeginning({ messages: [user([{ type: 'text', text: 'hi' }])] }))
  })

  it('differs with the instructions, the first words and their end', () => {
    const long = 'x'.repeat(50_000)
    const bodies = [
      { messages: [user('hi')] },
      { messages: [user('ho')] },
      { messages: [{ role: 'system', content: 'a' }, user('hi')] },
      { messages: [{ role: 'system', content: 'b' }, user('hi')] },
      { messages: [user(`${long}1`)] },
      { messages: [user(`${long}2`)] },
      { messages: [user(`${long}22`)] },
      { input: 'hi' },
    ]
    expect(new Set(bodies.map(hashPromptBeginning)).size).toBe(8)
  })

  it.each(['system', 'instructions', 'systemInstruction', 'system_instruction'])('differs with %s', (name) => {
    const told = (words: unknown) => hashPromptBeginning({ [name]: words, messages: [user('hi')] })
    expect(new Set([told('a'), told('b'), told([{ text: 'c' }]), hashPromptBeginning({ messages: [user('hi')] })]).size).toBe(4)
  })

  it.each(['messages', 'input', 'contents'])('differs with the first four entries of %s, and with none after them', (name) => {
    const said = (...words: readonly string[]) => hashPromptBeginning({ [name]: words.map(assistant) })
    expect(said('a', 'b', 'c', 'd')).not.toBe(said('a', 'b', 'c', 'x'))
    expect(said('a', 'b', 'c', 'd', 'e')).toBe(said('a', 'b', 'c', 'd', 'x'))
  })

  it('looks at sixteen texts, four levels deep', () => {
    const parts = (count: number, last: string) =>
      hashPromptBeginning({ messages: [{ role: 'x', content: [...Array.from({ length: count }, () => 't'), last] }] })
    expect(parts(14, 'a')).not.toBe(parts(14, 'b'))
    expect(parts(15, 'a')).toBe(parts(15, 'b'))
    const deep = (text: string) => hashPromptBeginning({ messages: [[[[[text]]]]] })
    const deeper = (text: string) => hashPromptBeginning({ messages: [[[[[[text]]]]]] })
    expect(deep('a')).not.toBe(deep('b'))
    expect(deeper('a')).toBe(deeper('b'))
  })

  it('of a long text is both of its ends', () => {
    const long = (at: number) => hashPromptBeginning({ input: `${'x'.repeat(at)}y${'x'.repeat(199 - at)}` })
    const plain = hashPromptBeginning({ input: 'x'.repeat(200) })
    expect([long(0), long(63), long(64), long(135), long(136), long(199)].map((hash) => hash === plain)).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
    ])
  })

  it('is found of anything that a body can hold', () => {
    for (const body of [{}, { messages: null }, { messages: [null, 7, [[[[[['deep']]]]]]] }, { input: 5 }, { system: true }]) {
      expect(Number.isInteger(hashPromptBeginning({ ...body }))).toBe(true)
    }
  })
})
