import { afterEach, describe, expect, it } from 'bun:test'
import { setLogLevel } from '../process/log.ts'
import { createProbes } from './probes-and-drain.ts'

const TOKEN = 'a-token-for-figures'

interface Over {
  isDraining?: boolean
  isDatabaseDown?: boolean
  metricsToken?: string
  status?: number
  oversized?: number
  headers?: Record<string, string>
}

const open = ({ isDraining = false, isDatabaseDown = false, metricsToken = '', status = 200, oversized = 0, headers = {} }: Over = {}) => {
  const replied: string[] = []
  const written: string[] = []
  const time = { now: 0 }
  const probes = createProbes({
    handle: () => Promise.resolve(new Response('inner', { status, headers: { 'x-request-id': 'r1', ...headers } })),
    isDraining: () => isDraining,
    probe: () => {
      written.push('probe')
      return isDatabaseDown ? Promise.reject(new Error('down')) : Promise.resolve()
    },
    oversizedFigures: () => oversized,
    renderMetrics: () => 'figures 1\n',
    metricsToken,
    replied: (endpoint, code) => void replied.push(`${endpoint} ${code}`),
    clock: () => time.now,
  })
  const get = async (path: string, headers: Record<string, string> = {}, peer = '127.0.0.1') => {
    const response = await probes(new Request(`http://weir.test${path}`, { headers }), peer)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  /** A server gives the bare path as the address of a request that names no host. */
  const ask = ({ url, method, headers }: Pick<Request, 'url' | 'method' | 'headers'>) => {
    const request = new Request('http://weir.test', { method, headers })
    Object.defineProperty(request, 'url', { value: url })
    return probes(request, '127.0.0.1')
  }
  return { get, ask, replied, written, time }
}

afterEach(() => setLogLevel('info'))

describe('the signs of life', () => {
  it('WB-01 are not guessed at, whatever their status, and neither is the no of a server that stops', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics'])
      for (const peer of ['127.0.0.1', '203.0.113.9'])
        expect([path, peer, (await open().get(path, {}, peer)).headers.get('x-content-type-options')]).toEqual([path, peer, 'nosniff'])
    for (const path of ['/v1/models', '/api/status', '/'])
      expect([path, (await open({ isDraining: true }).get(path)).headers.get('x-content-type-options')]).toEqual([path, 'nosniff'])
  })

  it('say that the process lives, whatever else', async () => {
    const answer = await open({ isDraining: true, isDatabaseDown: true }).get('/healthz')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-request-id')).toMatch(/^\d{14}/)
  })

  it('say ready only while the database answers and the server does not stop', async () => {
    const statuses = await Promise.all([{}, { isDatabaseDown: true }, { isDraining: true }].map((over) => open(over).get('/readyz')))
    expect(statuses.map(({ status }) => status)).toEqual([200, 503, 503])
  })
})

describe('a request without a Host, as the simplest probes send it', () => {
  it.each([
    ['/healthz', 200],
    ['/readyz', 200],
    ['/metrics', 200],
    ['/healthzz', 400],
    ['/v1/models', 400],
    ['/', 400],
  ])('is answered at %p with %p', async (url, status) => {
    expect((await open().ask({ url, method: 'GET', headers: new Headers() })).status).toBe(status)
  })
})

describe('the write that shows whether the database works', () => {
  it('is shared by all who ask within a second', async () => {
    const { get, written, time } = open()
    await Promise.all([get('/readyz'), get('/readyz'), get('/readyz')])
    expect(written).toHaveLength(1)
    time.now += 1000
    expect((await get('/readyz')).text).toBe('ready\n')
    expect(written).toHaveLength(2)
  })
})

describe('figures that are too large to be shown', () => {
  it('are told by /readyz, which stays ready: the node serves', async () => {
    const answer = await open({ oversized: 2 }).get('/readyz')
    expect(answer).toMatchObject({ status: 200, text: 'ready, but 2 figures are beyond 2^53: run weir ledger verify\n' })
    expect((await open().get('/readyz')).text).toBe('ready\n')
    expect((await open({ oversized: 2, isDatabaseDown: true }).get('/readyz')).status).toBe(503)
  })
})

describe('the figures', () => {
  it('are for this machine alone without a token', async () => {
    const { get } = open()
    expect(await get('/metrics')).toMatchObject({ status: 200, text: 'figures 1\n' })
    expect((await get('/metrics', {}, '::1')).status).toBe(200)
    expect((await get('/metrics', {}, '192.0.2.7')).status).toBe(403)
  })

  it('are not given to strangers behind a proxy on this machine', async () => {
    const { get } = open()
    const headers: readonly Record<string, string>[] = [
      { 'x-forwarded-for': '192.0.2.7' },
      { 'x-real-ip': '192.0.2.7' },
      { forwarded: 'for=192.0.2.7' },
      { via: '1.1 proxy' },
    ]
    const answers = await Promise.all(headers.map((each) => get('/metrics', each)))
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  })

  it('are for whoever has the token once there is one', async () => {
    const { get } = open({ metricsToken: TOKEN })
    expect((await get('/metrics', { authorization: `Bearer ${TOKEN}` }, '192.0.2.7')).status).toBe(200)
    expect((await get('/metrics', { authorization: 'Bearer wrong' })).status).toBe(403)
    expect((await get('/metrics')).status).toBe(403)
  })
})

describe('a server that stops', () => {
  it('refuses the relay in its own shape, with a request id', async () => {
    const answer = await open({ isDraining: true }).get('/v1/chat/completions', { 'accept-language': 'en' })
    expect(answer.status).toBe(503)
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'shutting_down', message: expect.stringContaining('shutting down') } })
    const message = await open({ isDraining: true }).get('/v1/messages', { 'accept-language': 'en' })
    const id = message.headers.get('request-id')
    expect([message.status, JSON.parse(message.text)]).toMatchObject([529, { error: { type: 'overloaded_error' }, request_id: id }])
    expect(answer.headers.get('x-request-id')).toMatch(/^\d{14}/)
  })

  it('refuses everything else with the envelope', async () => {
    const answer = await open({ isDraining: true }).get('/api/status')
    expect(answer.status).toBe(503)
    expect(JSON.parse(answer.text)).toMatchObject({ success: false })
  })
})

describe('the count of replies', () => {
  it('knows the endpoints by name and lumps the rest together', async () => {
    const { get, replied } = open({ status: 404 })
    for (const path of ['/v1/chat/completions', '/v1/responses', '/v1/embeddings', '/v1/models', '/v1/anything/else', '/api/status'])
      await get(path)
    expect(replied).toEqual(['chat/completions 404', 'responses 404', 'embeddings 404', 'models 404', 'other 404'])
  })
})

describe('the log', () => {
  const printed = async (work: () => Promise<unknown>): Promise<string> => {
    const write = process.stdout.write.bind(process.stdout)
    let text = ''
    process.stdout.write = (chunk: string | Uint8Array) => {
      text += String(chunk)
      return true
    }
    try {
      await work()
    } finally {
      process.stdout.write = write
    }
    return text
  }

  it('has a line for a relayed request at level debug alone', async () => {
    expect(await printed(() => open().get('/v1/models'))).toBe('')
    setLogLevel('debug')
    const line = await printed(() => open().get('/v1/models'))
    expect(line).toMatch(/ debug relayed requestId="r1" method="GET" path="\/v1\/models" status=200 ms=0\n$/)
  })

  it('has a line for a failure of ours or of a provider at every level', async () => {
    setLogLevel('error')
    expect(await printed(() => open({ status: 502 }).get('/v1/models'))).toContain(' error relay failed requestId="r1"')
  })

  it('has no line for a request that was told to come back later', async () => {
    const headers = { 'retry-after': '2' }
    for (const status of [503, 529]) expect(await printed(() => open({ status, headers }).get('/v1/models'))).toBe('')
    expect(await printed(() => open({ status: 503 }).get('/v1/models'))).toContain(' error relay failed')
    setLogLevel('debug')
    expect(await printed(() => open({ status: 503, headers }).get('/v1/models'))).toContain(' debug relayed requestId="r1"')
  })
})
