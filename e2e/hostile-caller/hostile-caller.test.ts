import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { rawRequest } from '../harness/raw-request.ts'
import { closeStand, openStand, type Stand } from '../harness/stand.ts'
import { TARGETS } from './endpoints.ts'
import { leaveEarly, STAGES } from './leave-early.ts'
import { MALFORMED, UNUSUAL, type MalformedRequest } from './malformed-requests.ts'
import { descriptors, expectUnharmed } from './oracle.ts'
import { sendWrongBody } from './send-body.ts'
import { openSlowCallers } from './slow-callers.ts'
import { WRONG_BODIES } from './wrong-bodies.ts'

let stand: Stand
let openBefore: number
let slow: Promise<unknown>

beforeAll(async () => {
  stand = await openStand()
  openBefore = descriptors(stand.weir.pid)
  // Opened first: everything else is served beside them, and they end by themselves meanwhile.
  slow = Promise.all([
    openSlowCallers(stand.weir.url, 'half a head', 200),
    openSlowCallers(stand.weir.url, 'a head by drops', 30),
    openSlowCallers(stand.weir.url, 'no body', 30),
    openSlowCallers(stand.weir.url, 'no body for the relay', 30),
    openSlowCallers(stand.weir.url, 'a body by drops', 30),
  ])
}, 180_000)
afterAll(() => closeStand(stand))

const statusesOf = async ({ bytes }: MalformedRequest): Promise<readonly number[]> => {
  const reply = await rawRequest(stand.weir.url, bytes)
  return [...reply.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

describe('a request on the wire', () => {
  it('that can be read in two ways, or is none, is refused and its connection closed', async () => {
    for (const request of MALFORMED) expect([request.name, await statusesOf(request)]).toEqual([request.name, request.statuses])
  })

  it('that is unusual and allowed is answered once and in turn', async () => {
    for (const request of UNUSUAL) expect([request.name, await statusesOf(request)]).toEqual([request.name, request.statuses])
  })
})

describe('a body of the wrong kind', () => {
  it('is refused by every endpoint in time and without a fault', async () => {
    const problems: (string | undefined)[] = []
    for (const [at, target] of TARGETS.entries())
      for (let step = 0; step < 3; step++) {
        const body = WRONG_BODIES[(at * 3 + step) % WRONG_BODIES.length]
        if (body !== undefined) problems.push(await sendWrongBody(stand, target, body))
      }
    expect(problems.filter((problem) => problem !== undefined)).toEqual([])
    expect(TARGETS.length).toBeGreaterThan(80)
  }, 180_000)

  it('is refused by the relay, whatever it is', async () => {
    const target = { method: 'POST', path: '/v1/chat/completions' }
    for (const body of WRONG_BODIES) expect(await sendWrongBody(stand, target, body)).toBeUndefined()
  }, 180_000)

  it('and with a type that cannot be sent on is not held against the channel', async () => {
    const odd = WRONG_BODIES.find(({ name }) => name === 'an odd type')
    const target = { method: 'POST', path: '/v1/oneapi/proxy/1/v1/models' }
    expect(odd && (await sendWrongBody(stand, target, odd))).toBeUndefined()
    expect(odd?.headers['content-type']).toContain('x/x/')
  })
})

describe('a caller that leaves', () => {
  it('at any stage of its request leaves nothing behind', async () => {
    const leavings = STAGES.flatMap((stage) => [true, false].flatMap((isReset) => Array.from({ length: 4 }, () => ({ stage, isReset }))))
    await Promise.all(leavings.map((leaving) => leaveEarly(stand, leaving)))
  }, 180_000)
})

describe('a caller that is slow', () => {
  it('is let go after its deadline', async () => {
    await slow
  }, 180_000)
})

it('has no harm done in the end', async () => {
  await expectUnharmed(stand, openBefore)
}, 180_000)
