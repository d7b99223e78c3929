import { beforeAll, describe, expect, it } from 'bun:test'
import type { JsonObject } from '@weir/dialects/json'
import { deviations, untyped, withoutDeviation, type Deviation } from './deviations.ts'
import { misspellings } from './misspellings.ts'
import { sentRequests } from './requests.ts'
import { typeProblems, type TypedBody, type TypeProblems } from './type-problems.ts'
import { wireOf } from './wire-of.ts'
import { vendorOf, type WireName } from './wire/wires.ts'

const corrected = (body: JsonObject, wire: WireName, except?: Deviation): JsonObject =>
  deviations
    .filter((deviation) => deviation !== except && deviation.wires.includes(wire))
    .reduce((whole, deviation) => withoutDeviation(whole, deviation), body)

const sent = sentRequests()

const typed = sent.flatMap((request): readonly TypedBody[] => {
  const wire = wireOf(request)
  return wire === undefined || request.body === undefined ? [] : [{ name: request.name, wire, body: request.body }]
})

const sound = typed.map(({ name, wire, body }) => ({ name: `sent ${name}`, wire, body: corrected(body, wire) }))

const deviating = deviations.map((deviation) =>
  typed
    .filter(({ wire }) => deviation.wires.includes(wire))
    .map(({ name, wire, body }) => ({
      name: `${deviation.at} ${deviation.member} in ${name}`,
      wire,
      body: corrected(body, wire, deviation),
    })),
)

const wrong = misspellings(sound)

let problems: TypeProblems

beforeAll(async () => {
  problems = await typeProblems([...sound, ...deviating.flat(), ...wrong])
}, 180_000)

const refused = (bodies: readonly TypedBody[]): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(bodies.flatMap(({ name }) => (problems.has(name) ? [[name, problems.get(name) ?? []]] : [])))

/** Vendor, its package, which of its types stand for the wire, and how many bodies there are at the least. */
const VENDORS = [
  ['anthropic', '@anthropic-ai/sdk', 'the parameters, which are the body', 90],
  ['bedrock', '@aws-sdk/client-bedrock-runtime', 'the input of Converse, with bytes as base64', 30],
  ['cohere', 'cohere-ai', 'the requests, with their names in snake case as the client writes them', 18],
  ['google', '@google/genai', 'the parts of a request, with enums as their text', 45],
  ['mistral', '@mistralai/mistralai', 'the outbound forms, which are what the client writes', 20],
  ['ollama', 'ollama', 'the requests, which are the body', 16],
  ['openai', 'openai', 'the parameters, which are the body', 35],
] as const

describe('what a vendor gets has the types of its own client:', () => {
  it.each(VENDORS)('%s by %s (%s)', (...[vendor, , , least]) => {
    const bodies = sound.filter(({ wire }) => vendorOf(wire) === vendor)
    expect(bodies.length).toBeGreaterThanOrEqual(least)
    expect(refused(bodies)).toEqual({})
  })

  it('and what no client has a type for is named with the reason', () => {
    const unknown = sent.filter((request) => wireOf(request) === undefined).map(({ name }) => name)
    expect(unknown.toSorted()).toEqual(Object.keys(untyped).toSorted())
  })

  it('and differs where it must for as long as the client disagrees', () => {
    const needless = deviations.filter((_, at) => Object.keys(refused(deviating[at] ?? [])).length === 0)
    expect(needless).toEqual([])
  })
})

describe('the compiler', () => {
  it('refuses every name that is written wrong, outside of places for any JSON', () => {
    expect(wrong.length).toBeGreaterThan(500)
    expect(wrong.filter(({ name }) => !problems.has(name)).map(({ name }) => name)).toEqual([])
  })

  it('names the member that it refuses', () => {
    expect(problems.get('anthropic messages of 2023: max_tokens')).toEqual([expect.stringContaining('\'"max_tokensz"\' does not exist')])
    expect(problems.get('cohere rerank: top_n')).toEqual([expect.stringContaining('\'"top_nz"\' does not exist')])
    expect(problems.get('bedrock converse: inferenceConfig.maxTokens')).toEqual([
      expect.stringContaining('\'"maxTokensz"\' does not exist'),
    ])
  })
})
