import { expect, it } from 'bun:test'
import type { Caller } from '../../harness/caller.ts'
import { serverAcceptance, type Server } from './harness/server.ts'

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** What ends the session it is called with comes last, or everything after it would be asked by a visitor. */
const isFarewell = (call: string): boolean => call.includes('/logout') || call === 'DELETE /api/user/self'

const describedCalls = async ({ visitor }: Server): Promise<readonly string[]> => {
  const { paths } = JSON.parse((await visitor.ask('GET /api/openapi.json')).text) as Description
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('{id}', '1')}`),
  )
  return calls.toSorted((a, b) => Number(isFarewell(a)) - Number(isFarewell(b)))
}

const formOf = async (caller: Caller, call: string): Promise<readonly unknown[]> => {
  const { type, text } = await caller.ask(call, call.startsWith('GET') ? undefined : {})
  const answer = JSON.parse(text) as Readonly<Record<string, unknown>>
  return [call, type.split(';', 1)[0], typeof answer['success'], typeof answer['message']]
}

const envelopeOf = (call: string) => [call, 'application/json', 'boolean', 'string']

serverAcceptance('G27 the envelope', (server) => {
  // docs/decisions/2026-11-15-description-without-envelope.md
  it.each(['visitor', 'user', 'root'] as const)('C-612 answers a %s in the envelope everywhere but in the description', async (who) => {
    const calls = await describedCalls(server())
    expect(calls.length).toBeGreaterThan(60)
    const caller = who === 'user' ? await server().member('alice') : server()[who]
    for (const call of calls) expect(await formOf(caller, call)).toEqual(envelopeOf(call))
  })

  it.each(['GET /api', 'GET /api/nothing', 'DELETE /api/status', 'PATCH /api/openapi.json', 'GET /api/token/not-a-number'])(
    'C-612 answers %s in the envelope',
    async (call) => {
      expect(await formOf(server().visitor, call)).toEqual(envelopeOf(call))
    },
  )
})
