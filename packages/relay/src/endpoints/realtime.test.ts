import { describe, expect, it } from 'bun:test'
import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import type { ClientSecret } from '../client-secrets.ts'
import type { Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import type { SocketListener, SocketRefusal, UpstreamSocket } from '../socket.ts'
import { openHarness } from '../testing/harness.ts'
import { openRealtime } from './realtime.ts'

const NOW_SECONDS = 1000

interface Options {
  /** What the sockets do, one after another: greet with a text, refuse, or close at once (`closes`). */
  readonly sockets?: readonly (string | SocketRefusal)[]
  readonly secret?: ClientSecret
  readonly authorization?: string
  readonly model?: string | undefined
  readonly isBeta?: boolean
  readonly channels?: number
  readonly headerOverrides?: Readonly<Record<string, string>>
  /** Called before the hold is given back; it waits for this. */
  readonly beforeRelease?: Promise<void>
}

const open = async (options: Options = {}) => {
  const asked: string[] = []
  const dialled: UpstreamRequest[] = []
  const over = options.headerOverrides === undefined ? {} : { headerOverrides: options.headerOverrides }
  const ends: string[] = []
  const sockets = [...(options.sockets ?? ['{"type":"session.created"}'])]
  const harness = openHarness({ replies: [], retryTimes: 2, channels: Array.from({ length: options.channels ?? 1 }, () => over) })
  const socketFor = (script: string): UpstreamSocket => ({
    send: () => undefined,
    bufferedBytes: () => 0,
    pause: () => undefined,
    resume: () => undefined,
    ping: () => undefined,
    close: (code, reason) => void ends.push(`${code} ${reason}`),
    listen: (listener: SocketListener) => (script === 'closes' ? listener.closed(1006) : listener.message(script)),
  })
  const judged: string[] = []
  const holds: number[] = []
  const ports: Ports = {
    ...harness.ports,
    clock: () => NOW_SECONDS * 1000,
    ledger: {
      ...harness.ports.ledger,
      hold: (hold) => {
        holds.push(hold.amount)
        return harness.ports.ledger.hold(hold)
      },
      release: async (hold, record) => {
        await options.beforeRelease
        await harness.ports.ledger.release(hold, record)
      },
    },
    clientSecrets: { seal: () => '', open: () => options.secret },
    providerFor: () => ({
      id: 'fake',
      channelType: 1,
      realtime: {
        encode: ({ model, isBeta }, target) => {
          asked.push(`${model} ${target.key}${isBeta ? ' beta' : ''}`)
          return { method: 'GET', url: 'wss://u', headers: {}, body: '' }
        },
      },
      classify: (status, body) => {
        judged.push(`${status} ${body}`)
        return status === 401 ? 'bad-credential' : 'overloaded'
      },
    }),
    openSocket: (request) => {
      dialled.push(request)
      const next = sockets.shift() ?? { status: 0 }
      return Promise.resolve(typeof next === 'string' ? socketFor(next) : next)
    },
  }
  const input = {
    ...harness.inputOf(),
    authorization: options.authorization ?? 'Bearer sk-KEY',
    model: 'model' in options ? options.model : 'm',
    isBeta: options.isBeta ?? false,
    refusalOf: () => new RelayRefusal('internal'),
  }
  return { ...harness, asked, dialled, ends, judged, holds, opening: openRealtime(input, ports) }
}

const refusalOf = async (options: Options) => {
  try {
    const { opening } = await open(options)
    await opening
  } catch (error) {
    if (error instanceof RelayRefusal) return [error.kind, error.options.param, error.text('zh'), error.text('en')]
    throw error
  }
  return undefined
}

const secretFor = (over: Partial<ClientSecret>): ClientSecret => ({
  authorization: 'Bearer sk-KEY',
  expiresAt: NOW_SECONDS + 1,
  session: { type: 'realtime', model: 'm' },
  ...over,
})

describe('opening a session', () => {
  it("dials with the channel's own headers", async () => {
    const { opening, dialled } = await open({ headerOverrides: { 'x-team': 'blue' } })
    await opening
    expect(dialled.map(({ headers }) => headers)).toEqual([{ 'x-team': 'blue' }])
  })

  it('holds for an answer of 1024 tokens and asks a channel for its socket', async () => {
    const { opening, asked, events, holds } = await open()
    expect((await opening).kind).toBe('session')
    expect([asked, events.filter((event) => event === 'release')]).toEqual([['m key-1'], []])
    // At twice the price of input.
    expect(holds).toEqual([2048])
  })

  it('takes a place among requests and streams until the session is settled', async () => {
    const { opening, ports } = await open()
    const opened = await opening
    if (opened.kind !== 'session') throw new Error('was refused')
    expect([ports.load.running, ports.load.openStreams]).toEqual([1, 1])
    await opened.session.end({ code: 1000, reason: '' })
    expect([ports.load.running, ports.load.openStreams]).toEqual([0, 0])
  })

  it.each([{ sockets: [{ status: 503 }] }, { model: '' }])('leaves no place behind where it fails: %j', async (options) => {
    const { opening, ports } = await open(options)
    await opening.catch(() => undefined)
    expect([ports.load.running, ports.load.openStreams]).toEqual([0, 0])
  })

  it.each([
    [{ status: 0 }, 'unreachable', [], 502],
    [{ status: 503 }, 'overloaded', ['503 '], 503],
    ['closes', 'broken', [], 502],
    ['hello', 'broken', [], 502],
    ['{"type":"error","error":{"code":"x"}}', 'overloaded', ['500 {"error":{"code":"x"}}'], 503],
  ] as const)('is refused where upstream says %j, and the hold is given back first', async (script, ...expected) => {
    const [fault, judgements, status] = expected
    const { opening, judged, records } = await open({ sockets: [script] })
    const opened = await opening
    expect(opened).toMatchObject({ kind: 'refused', reply: { status } })
    expect(judged).toEqual([...judgements])
    expect(records).toMatchObject([{ outcome: 'failed', content: fault }])
  })

  it('closes a socket that greets with an error or nothing', async () => {
    const { opening, ends } = await open({ sockets: ['{"type":"error","error":{}}'] })
    await opening
    expect(ends).toEqual(['1000 '])
  })

  it('goes on to the next channel', async () => {
    const { opening, asked } = await open({ channels: 2, sockets: [{ status: 503 }, '{"type":"session.created"}'] })
    expect([(await opening).kind, asked]).toEqual(['session', ['m key-1', 'm key-2']])
  })

  it('tells a refusal only after the hold is given back', async () => {
    const giving = Promise.withResolvers<void>()
    const { opening } = await open({ sockets: [{ status: 0 }], beforeRelease: giving.promise })
    let isTold = false
    const told = opening.then(() => (isTold = true))
    for (let turn = 0; turn < 200; turn++) await Promise.resolve()
    expect(isTold).toBe(false)
    giving.resolve()
    await told
  })

  it('needs a model', async () => {
    const words = ['请在地址中写明模型，例如 ?model=gpt-realtime', 'Name the model in the address, such as ?model=gpt-realtime']
    expect(await refusalOf({ model: undefined })).toEqual(['invalid-request', 'model', ...words])
    expect(await refusalOf({ model: '' })).toEqual(['invalid-request', 'model', ...words])
  })
})

describe('a short-lived key', () => {
  const authorization = 'Bearer ek_1'

  it('opens the session that it was made for', async () => {
    const { opening, asked } = await open({ authorization, model: undefined, secret: secretFor({}) })
    expect([(await opening).kind, asked]).toEqual(['session', ['m key-1']])
  })

  it('in its older form, which does not name the kind, is passed on as such', async () => {
    const secret = secretFor({ session: { model: 'm' } })
    expect((await open({ authorization, secret })).asked).toEqual([])
    const { opening, asked } = await open({ authorization, secret })
    await opening
    expect(asked).toEqual(['m key-1 beta'])
    const older = await open({ isBeta: true })
    await older.opening
    expect(older.asked).toEqual(['m key-1 beta'])
  })

  it.each([
    [NOW_SECONDS - 1, 'client-secret-expired'],
    [NOW_SECONDS, 'client-secret-expired'],
    [NOW_SECONDS + 1, undefined],
  ])('that ends at %i is judged %p', async (expiresAt, kind) => {
    expect((await refusalOf({ authorization, secret: secretFor({ expiresAt }) }))?.[0]).toBe(kind)
  })

  it('that is none is refused, and one for another model too', async () => {
    expect((await refusalOf({ authorization }))?.[0]).toBe('invalid-token')
    expect(await refusalOf({ authorization, model: 'n', secret: secretFor({}) })).toEqual([
      'invalid-request',
      'model',
      '临时密钥只能用于模型 m，地址中写的是 n',
      'This client secret is for the model m, and the address names n',
    ])
  })
})
