import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test'
import { LogType, type LogEntry, type LogObject } from '@weir/contract/log'
import { UPSTREAM_FAULTS, faultText } from '@weir/contract/log-fault'
import { Role } from '@weir/contract/user'
import { relayRefusalTable } from '@weir/relay/refusal'
import { eventually } from '../../../../../tools/testing/eventually.ts'
import type { Answer, Member } from '../../testing/server-harness.ts'
import { CHANNEL_KEY, openUpstreamHarness, type UpstreamHarness } from '../../testing/upstream-harness.ts'

const CHAT = '/v1/chat/completions'
const chat = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hello' }] }

let at: UpstreamHarness
let usual: () => Response

beforeAll(async () => {
  at = await openUpstreamHarness()
  usual = at.reply
})
beforeEach(() => {
  at.reply = usual
})
afterAll(() => at.harness.close())

const dataOf = <T>(answer: Answer): T => answer.json?.['data'] as T
const get = (path: string, by: Member) => at.harness.call('GET', path, { cookie: by.cookie })

/** Refusals are written behind the reply. */
const rowsOf = (query: string, by: Member = at.admin) =>
  eventually(`rows under ${query}`, async () => {
    const rows = dataOf<LogObject[]>(await get(`/api/log/${by === at.admin ? '' : 'self/'}?${query}`, by))
    return rows.length > 0 ? rows : undefined
  })

const entryOf = async (id: number, by: Member) => dataOf<LogEntry>(await get(`/api/log/entry/${id}`, by))

const fail = (status: number, message: string) => {
  at.reply = () => Response.json({ error: { message } }, { status })
}

describe('a failed request', () => {
  it('is found by outcome, fault and request id, and tells an administrator every attempt', async () => {
    fail(503, `engine of ${CHANNEL_KEY} is down`)
    const { headers } = await at.relay(at.user, CHAT, { body: { ...chat, logit_bias: {} } })
    const requestId = headers.get('x-request-id') ?? ''
    const [byId] = await rowsOf(`request_id=${requestId}`)
    expect(byId).toMatchObject({
      type: LogType.consume,
      outcome: 'failed',
      fault: 'overloaded',
      attempts: 1,
      quota: 0,
      channel: at.channelId,
      channel_name: 'one',
      request_id: requestId,
    })
    expect((await rowsOf('outcome=failed&fault=overloaded')).map(({ id }) => id)).toContain(byId?.id ?? 0)
    expect(dataOf<LogObject[]>(await get('/api/log/?outcome=failed&fault=unreachable', at.admin))).toEqual([])
    const entry = await entryOf(byId?.id ?? 0, at.admin)
    expect(entry.trail).toEqual([
      {
        channel: at.channelId,
        channel_name: 'one',
        fault: 'overloaded',
        status: 503,
        said: 'engine of *** is down',
        time: expect.any(Number),
      },
    ])
    expect(entry.queue_time).toBeGreaterThanOrEqual(0)
    expect(entry.address).toBeString()
  })

  it('tells its caller what kind of fault it was, and neither channel nor what upstream said', async () => {
    fail(401, 'the account of the operator is closed')
    await at.relay(at.user, CHAT, { body: chat })
    const [row] = await rowsOf('outcome=failed&fault=bad-credential', at.user)
    const answer = await get(`/api/log/entry/${row?.id}`, at.user)
    expect(dataOf<LogEntry>(answer).trail).toEqual([{ fault: 'bad-credential', time: expect.any(Number) }])
    expect(answer.text).not.toMatch(/operator|channel_name/)
  })

  it('tells its caller what upstream said where the mistake is the caller’s own', async () => {
    fail(400, 'temperature is too high')
    await at.relay(at.user, CHAT, { body: chat })
    const [row] = await rowsOf('outcome=failed&fault=bad-request', at.user)
    expect((await entryOf(row?.id ?? 0, at.user)).trail).toMatchObject([{ status: 400, said: 'temperature is too high' }])
  })

  it('is shown to nobody but its caller and administrators', async () => {
    const other = await at.harness.member(Role.user)
    const [row] = await rowsOf('outcome=failed', at.user)
    const answer = await get(`/api/log/entry/${row?.id}`, other)
    expect([answer.json?.['success'], answer.text.includes('gpt-4o-mini')]).toEqual([false, false])
  })
})

describe('a refused request', () => {
  it('is in the log of its caller, for nothing, and no consumption', async () => {
    const before = dataOf<object>(await get('/api/log/self/stat', at.user))
    const answer = await at.relay(at.user, CHAT, { body: { ...chat, model: 'nobody-has-this' } })
    expect(answer.status).toBe(503)
    const [row] = await rowsOf('outcome=refused&fault=no-channel', at.user)
    expect(row).toMatchObject({ type: 6, outcome: 'refused', fault: 'no-channel', quota: 0, model_name: 'nobody-has-this', channel: 0 })
    expect((await entryOf(row?.id ?? 0, at.user)).refusal).toEqual({
      zh: '分组 default 下模型 nobody-has-this 暂无可用渠道',
      en: 'No channel is available for the model nobody-has-this in group default',
    })
    expect(dataOf<object>(await get('/api/log/self/stat', at.user))).toEqual(before)
  })

  it('of a key that nobody has is in no log', async () => {
    await at.relay(at.user, CHAT, { body: chat, headers: { authorization: 'Bearer sk-unknown' } })
    await at.relay(at.user, CHAT, { body: { ...chat, model: 'later' } })
    await rowsOf('outcome=refused&model_name=later')
    expect(dataOf<LogObject[]>(await get('/api/log/?outcome=refused&fault=invalid-token', at.admin))).toEqual([])
  })
})

it('names every reason that a row can tell, in both languages', () => {
  const unnamed = (faults: readonly string[]) =>
    faults.filter((fault) => !/\p{Script=Han}/u.test(faultText(fault, 'zh') ?? '') || !/^[A-Z]/.test(faultText(fault, 'en') ?? ''))
  expect(unnamed(UPSTREAM_FAULTS)).toEqual([])
  // What is refused before its caller is known, or told of an upstream, is in no row as a refusal.
  const beforeCaller = ['no-token', 'invalid-token', 'client-secret-expired', 'websocket-required', 'session-idle', 'unknown-path']
  const ofBodies = ['body-too-slow', 'body-too-large', 'body-encoding', 'body-type', 'not-supported', 'model-unknown', 'store-unavailable']
  const logged = Object.keys(relayRefusalTable).filter(
    (kind) => !kind.startsWith('upstream-') && !beforeCaller.includes(kind) && !ofBodies.includes(kind),
  )
  expect(logged).toContain('no-channel')
  expect(unnamed(logged)).toEqual([])
  expect(faultText('toString', 'en')).toBeUndefined()
})
