import { describe, expect, it } from 'bun:test'
import { EventSkimmer } from './event-skimmer.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const said = (words: string, figure: number | string = 1, more = ''): string =>
  `data: {"a": {"text": "${words}"},"n": ${figure}${more}}\n\n`

const skimmer = (frame = said('one'), words = 'one', hasFigures = false): EventSkimmer => {
  const opened = new EventSkimmer(/"text": ?"/)
  opened.learn(bytes(frame), words, hasFigures)
  return opened
}

describe('events that are nothing but words', () => {
  it('are read a packet at a time, whatever their words and numbers', () => {
    const packet = said('two', 20) + said(' 三\\n\\"four\\"', 0) + said('', 999_999)
    expect(skimmer().skim(bytes(packet))).toBe('two 三\n"four"')
  })

  it('are not known before one was learnt', () => {
    expect(new EventSkimmer(/"text": ?"/).skim(bytes(said('one')))).toBeUndefined()
  })

  it.each([
    ['half an event', said('two').slice(0, -1)],
    ['an event and half of the next', said('two') + said('three').slice(0, 20)],
    ['nothing', ''],
    ['another field', said('two', 1, ',"finishReason": "STOP"')],
    ['another kind of number', said('two', '1.5')],
    ['a number with a needless zero', said('two', '01')],
    ['no number', said('two', '')],
    ['a time', said('two', '1:30')],
    ['a fraction', said('two', '1/2')],
    ['a minus', said('two', '-1')],
    ['a number too long to be one', said('two', '1234567890123456')],
    ['words that are not JSON', said('t\two')],
    ['an escape that is none', said('t\\xwo')],
    ['a carriage return', said('two').replace('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${said('two')}`],
    ['a name', `event: x\n${said('two')}`],
    ['another event after it', said('two') + 'data: [DONE]\n\n'],
  ])('must be parsed when there is %s', (_, packet) => {
    expect(skimmer().skim(bytes(packet))).toBeUndefined()
  })

  it.each([
    ['its words stand elsewhere', said('one'), 'two'],
    ['it has words in two places', 'data: {"text":"one","more":{"text":"two"}}\n\n', 'one'],
    ['it has none', 'data: {"name":"one"}\n\n', 'one'],
  ])('are not known by an event when %s', (_, frame, words) => {
    expect(skimmer(frame, words).skim(bytes(frame))).toBeUndefined()
  })

  it('hand out the data of the newest that has figures, once', () => {
    const read = skimmer(said('one', 1), 'one', true)
    expect(read.takeFigures()).toBeUndefined()
    read.skim(bytes(said('two', 2) + said('three', 3)))
    expect(read.takeFigures()?.trim()).toBe('{"a": {"text": "three"},"n": 3}')
    expect(read.takeFigures()).toBeUndefined()
  })

  it('are given up where every event differs', () => {
    const read = new EventSkimmer(/"text": ?"/)
    const event = (count: number) => bytes(said('one', 1, `,"id": "${count}"`))
    for (let count = 1; count <= 10; count++) read.learn(event(count), 'one', false)
    expect(read.skim(event(10))).toBeUndefined()
  })

  it('are known by the newest of nine that differ, and then by as many again', () => {
    const read = new EventSkimmer(/"text": ?"/)
    const event = (count: number) => bytes(said('one', 1, `,"id": "${count}"`))
    for (let count = 1; count <= 9; count++) read.learn(event(count), 'one', false)
    expect(read.skim(event(9))).toBe('one')
    for (let count = 11; count <= 19; count++) read.learn(event(count), 'one', false)
    expect(read.skim(event(19))).toBe('one')
    read.learn(event(20), 'one', false)
    expect(read.skim(event(20))).toBe('one')
  })
})
