import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'bun:test'
import { arrayAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import type { Provider } from '@weir/dialects/model/provider'
import { providers } from './index.ts'
import { chatCallOf, contextOf, targetOf } from './kit/conformance/expectation.ts'
import { RESPONSES_FIXTURES } from './kit/conformance.ts'
import { readFixtures, type Fixture, type ReplyFixture } from './kit/conformance/fixture.ts'

/** What an upstream may one day send where something else was documented. */
const SURPRISES: readonly unknown[] = [null, 0, 'x', []]

/** Every version of a value in which one member, at any depth, is a surprise. */
const withSurprises = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value
    return [...SURPRISES, ...list.flatMap((entry, at) => withSurprises(entry).map((other) => list.with(at, other)))]
  }
  if (!isObject(value)) return SURPRISES
  const inside = Object.entries(value).flatMap(([name, entry]) => withSurprises(entry).map((other) => ({ ...value, [name]: other })))
  return [...SURPRISES, ...inside]
}

const decoder = new TextDecoder()
const encoder = new TextEncoder()

const DATA = 'data: '

/** A stream with a surprise in one of its events. */
const streamsWithSurprises = (text: string): readonly string[] => {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const json = line.startsWith(DATA) ? parseJson(line.slice(DATA.length)) : undefined
    return json === undefined ? [] : withSurprises(json).map((other) => lines.with(at, `${DATA}${JSON.stringify(other)}`).join('\n'))
  })
}

const readSurprises = (provider: Provider, { bytes, expected, isStream }: ReplyFixture): number => {
  const call = chatCallOf(objectAt(expected, 'call'), isStream)
  const wire = provider.chat?.wireFor?.(call, targetOf(expected)) ?? provider.chat?.wire
  if (wire?.kind !== 'native') return 0
  const text = decoder.decode(bytes)
  const bodies = isStream ? streamsWithSurprises(text) : withSurprises(parseJson(text)).map((body) => JSON.stringify(body))
  for (const body of bodies) {
    if (!isStream) wire.decode(body, call)
    else {
      const stream = wire.openStream(call)
      stream.push(encoder.encode(body))
      stream.end()
    }
  }
  return bodies.length
}

const isChatReply = (fixture: Fixture): fixture is ReplyFixture =>
  fixture.kind === 'reply' && textAt(fixture.expected, 'task') === undefined && fixture.expected['status'] === undefined

const native = [...providers.values()].filter((provider) => provider.chat?.wire.kind === 'native')

describe('a reply with a member that is not what was documented', () => {
  for (const provider of native) {
    it(`is read by ${provider.id} without a throw`, () => {
      const folder = join(import.meta.dirname, provider.id, 'fixtures')
      expect(existsSync(folder)).toBe(true)
      const replies = readFixtures(folder).filter(isChatReply)
      expect(replies.reduce((sum, fixture) => sum + readSurprises(provider, fixture), 0)).toBeGreaterThan(0)
    })
  }

  it('is read from the Responses endpoint without a throw', () => {
    const openai = providers.get(1)
    if (openai === undefined) throw new Error('no provider 1')
    const replies = readFixtures(RESPONSES_FIXTURES).filter(isChatReply)
    expect(replies.map((fixture) => readSurprises(openai, fixture)).filter((count) => count === 0)).toEqual([])
  })
})

const bodyOf = (reply: unknown): string => (typeof reply === 'string' ? reply : JSON.stringify(reply))

/** The replies of a script, each in turn with a surprise in it. */
const repliesWithSurprises = (script: JsonObject): readonly (readonly unknown[])[] => {
  const replies = arrayAt(script, 'steps').map((step) => (isObject(step) ? step['reply'] : undefined))
  return replies.flatMap((reply, at) => withSurprises(reply).map((other) => replies.with(at, other)))
}

describe('a balance with a member that is not what was documented', () => {
  for (const provider of [...providers.values()].filter(({ balance }) => balance !== undefined)) {
    it(`is a number or a fault for ${provider.id}`, () => {
      const folder = join(import.meta.dirname, provider.id, 'fixtures')
      const scripts = existsSync(folder)
        ? readFixtures(folder).flatMap((fixture) => (fixture.kind === 'balance' ? [fixture.script] : []))
        : []
      for (const script of scripts) {
        for (const replies of repliesWithSurprises(script)) {
          const told = replies.map((reply) => ({ status: 200, body: bodyOf(reply) }))
          const result = provider.balance?.next(told, targetOf(script), contextOf(script))
          const value = result !== undefined && 'ok' in result && result.ok ? result.value : 0
          expect([JSON.stringify(replies), Number.isFinite(value)]).toEqual([JSON.stringify(replies), true])
        }
      }
    })
  }
})
