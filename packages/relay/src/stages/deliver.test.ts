import { describe, expect, it } from 'bun:test'
import { nextTurn } from '../../../../tools/testing/next-turn.ts'
import type { Send } from '../ports.ts'
import { sse, openHarness } from '../testing/harness.ts'
import { relayChat } from '../endpoints/chat.ts'
import { relayTask } from '../endpoints/task.ts'
import { PushStream } from '../streams/push-stream.ts'
import { authenticate } from './authenticate.ts'

const BEGUN = sse({ choices: [{ delta: { content: 'one two three' } }] })

const begin = async (line: ReturnType<typeof openHarness>): Promise<void> => {
  const { body } = await line.call({ model: 'm', stream: true })
  if (!(body instanceof ReadableStream)) throw new Error('the reply is no stream')
  await body.getReader().read()
}

describe('a stream that falls silent after its first words', () => {
  it('has a checkpoint of them, for which nothing is counted', async () => {
    const counted: string[] = []
    const countTokens = (_model: string, text: string): Promise<number> => {
      counted.push(text)
      return Promise.resolve(text.length)
    }
    const line = openHarness({ replies: [{ chunks: [BEGUN], isOpenEnded: true }], countTokens })
    await begin(line)
    line.fireTimersOf(4000)
    await nextTurn()
    // Three words.
    expect(line.notes.map(({ record }) => record)).toMatchObject([
      { outcome: 'cut', completionTokens: 3, detail: { usage: { source: 'estimate' } } },
    ])
    expect([line.notes[0]?.record.promptTokens, counted]).toEqual([9, []])
  })
})

describe('a stream that the filter of upstream stops', () => {
  it('ends in an error that says so', async () => {
    const line = openHarness({ replies: [{ chunks: [BEGUN, sse({ error: { message: 'blocked', code: 'own' } })] }] })
    const provider = line.ports.providerFor(1)
    const providerFor = () => provider && { ...provider, refusalCode: () => 'content_filter' as const }
    const ports = { ...line.ports, providerFor }
    const rawBody = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'hi' }] })
    const { body } = await relayChat({ ...line.inputOf(), rawBody }, await authenticate('Bearer sk-KEY', '192.0.2.1', ports), ports)
    const [words, error, ...rest] = (await new Response(body as ReadableStream<Uint8Array>).text()).trim().split('\n\n')
    expect(words).toContain('one two three')
    expect(JSON.parse((error ?? '').slice('data: '.length))).toMatchObject({
      error: { code: 'content_filter', message: expect.stringContaining('The content filter of the provider stopped the answer') },
    })
    expect(rest).toEqual([])
    expect(line.records.map(({ outcome }) => outcome)).toEqual(['cut'])
  })
})

describe('a checkpoint that cannot be written', () => {
  it('is tried again with the next one', async () => {
    const line = openHarness({ replies: [{ chunks: [BEGUN], isOpenEnded: true }] })
    let tried = 0
    const checkpoint = (): Promise<void> => {
      tried++
      return Promise.reject(new Error('no database'))
    }
    const ports = { ...line.ports, ledger: { ...line.ports.ledger, checkpoint } }
    const rawBody = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'hi' }] })
    const { body } = await relayChat({ ...line.inputOf(), rawBody }, await authenticate('Bearer sk-KEY', '192.0.2.1', ports), ports)
    await (body as ReadableStream<Uint8Array>).getReader().read()
    for (const count of [1, 2]) {
      line.fireTimersOf(4000)
      await nextTurn()
      expect(tried).toBe(count)
    }
    expect(line.bugs).toEqual([])
  })
})

describe('the connection of a stream', () => {
  const USAGE = sse({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } })
  const WHOLE = [BEGUN, sse({ choices: [{ delta: {}, finish_reason: 'stop' }] }), USAGE, 'data: [DONE]\n\n']

  const read = async (chunks: readonly (string | Error)[]) => {
    const line = openHarness({ replies: [] })
    const left = [...chunks]
    const told = { hasLeft: false }
    const reader = {
      read: () => {
        const next = left.shift()
        if (next instanceof Error) return Promise.reject(next)
        return Promise.resolve(next === undefined ? { done: true } : { done: false, value: Buffer.from(next) })
      },
      cancel: () => undefined,
      leave: () => {
        told.hasLeft = true
      },
    }
    const signals: Parameters<Send>[1][] = []
    const send: Send = (_, signal) => {
      signals.push(signal)
      return Promise.resolve({
        status: 200,
        headers: new Headers({ 'content-type': 'text/event-stream' }),
        body: null,
        pieces: () => reader,
      })
    }
    const ports = { ...line.ports, send }
    const rawBody = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'hi' }] })
    const { body } = await relayChat({ ...line.inputOf(), rawBody }, await authenticate('Bearer sk-KEY', '192.0.2.1', ports), ports)
    const pieces = await Array.fromAsync(body as ReadableStream<Uint8Array>, (piece) => Buffer.from(piece).toString())
    return { ...told, isAborted: signals[0]?.aborted, pieces, text: pieces.join('') }
  }

  it('is kept when the answer is whole', async () => {
    const { hasLeft, isAborted, text } = await read(WHOLE)
    expect([hasLeft, isAborted]).toEqual([true, false])
    expect(text).toEndWith('data: [DONE]\n\n')
  })

  it('may bring less than an event, of which nothing is passed on before the rest is there', async () => {
    const [, finish = '', ...rest] = WHOLE
    const { pieces } = await read([BEGUN, finish.slice(0, 9), finish.slice(9), ...rest])
    expect(pieces).toEqual([BEGUN, finish, 'data: [DONE]\n\n'])
  })

  it('is given up when the answer breaks off', async () => {
    const { hasLeft, isAborted, text } = await read([BEGUN])
    expect([hasLeft, isAborted]).toEqual([false, true])
    expect(text).not.toContain('[DONE]')
  })
})

describe('sound that breaks off', () => {
  const speak = async (isWhole: boolean) => {
    const line = openHarness({ replies: [{ chunks: ['so', 'un', 'd'], contentType: 'audio/mpeg', isOpenEnded: !isWhole }] })
    const provider = line.ports.providerFor(1)
    if (provider === undefined) throw new Error('there is no provider')
    const encode = ({ rawBody: body }: { readonly rawBody: string }) => ({ method: 'POST', url: 'u', headers: {}, body }) as const
    const ports = { ...line.ports, providerFor: () => ({ ...provider, tasks: { 'audio/speech': { encode } } }) }
    const caller = await authenticate('Bearer sk-KEY', '192.0.2.1', ports)
    const call = { task: 'audio/speech', contentType: 'application/json', pathModel: undefined } as const
    const bytes = Buffer.from('{"model":"m","input":"hello","voice":"v"}')
    const { body } = await relayTask({ ...line.inputOf(), ...call, body: bytes }, caller, ports)
    if (!(body instanceof PushStream)) throw new Error('the reply is not pushed')
    const written: string[] = []
    const sink = { write: (piece: Uint8Array) => void written.push(Buffer.from(piece).toString()), end: () => void written.push('end') }
    const pushed = body.pushInto(sink).then(() => 'kept', String)
    await nextTurn()
    return { line, written, pushed }
  }

  it('ends with its connection, without a word among the sound and without an end', async () => {
    const { line, written, pushed } = await speak(false)
    line.fireTimersOf(1)
    expect(await pushed).toBe('Error: the answer broke off')
    expect(written).toEqual(['so', 'un', 'd'])
    expect(line.records).toMatchObject([{ outcome: 'cut', detail: { cutBy: 'too-slow' } }])
    expect(line.bugs).toEqual([])
  })

  it('is all there where it does not', async () => {
    const { line, written, pushed } = await speak(true)
    expect(await pushed).toBe('kept')
    expect(written).toEqual(['so', 'un', 'd', 'end'])
    expect(line.records).toMatchObject([{ outcome: 'ok' }])
  })
})

describe('a stream that is pushed', () => {
  /** Of the harness. */
  const IDLE_MS = 1

  const push = async (room: () => Promise<void> | undefined) => {
    const line = openHarness({ replies: [{ chunks: [BEGUN, BEGUN, BEGUN], isOpenEnded: true }] })
    const { body } = await line.call({ model: 'm', stream: true })
    if (!(body instanceof PushStream)) throw new Error('the reply is not pushed')
    const written: string[] = []
    const sink = {
      write: (bytes: Uint8Array) => {
        written.push(Buffer.from(bytes).toString())
        return room()
      },
      end: () => void written.push('end'),
    }
    const pushed = body.pushInto(sink)
    await nextTurn()
    return { line, body, written, pushed }
  }

  it('goes out as it comes to a caller who keeps up, and ends when upstream falls silent', async () => {
    const { line, written, pushed } = await push(() => undefined)
    expect(written).toEqual([BEGUN, BEGUN, BEGUN])
    line.fireTimersOf(IDLE_MS)
    await pushed
    expect(written.slice(3)).toEqual([expect.stringContaining('error'), 'end'])
    expect(line.records.map(({ outcome }) => outcome)).toEqual(['cut'])
  })

  it("waits for a slow caller, whose time is not upstream's", async () => {
    const gates: PromiseWithResolvers<void>[] = []
    const { line, written } = await push(() => {
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      return gate.promise
    })
    for (const [at, passed] of [[BEGUN], [BEGUN, BEGUN]].entries()) {
      expect(written).toEqual(passed)
      line.fireTimersOf(IDLE_MS)
      await nextTurn()
      expect(line.records).toEqual([])
      gates[at]?.resolve()
      await nextTurn()
    }
    expect(written).toEqual([BEGUN, BEGUN, BEGUN])
  })

  it('is over for a caller who takes nothing for two minutes, and charged', async () => {
    const room = Promise.withResolvers<void>()
    const { line, written, pushed } = await push(() => room.promise)
    line.fireTimersOf(120_000)
    expect(await pushed.catch(String)).toBe('Error: the caller takes nothing')
    for (let turns = 0; turns < 10 && line.records.length === 0; turns++) await nextTurn()
    expect(line.records).toMatchObject([{ outcome: 'cut', detail: { cutBy: 'caller' } }])
    room.resolve()
    await nextTurn()
    expect([written, line.bugs]).toEqual([[BEGUN], []])
  })

  it('is not over for a caller who took it in time', async () => {
    const gates: PromiseWithResolvers<void>[] = []
    const { line, written } = await push(() => {
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      return gates.length === 1 ? gate.promise : undefined
    })
    gates[0]?.resolve()
    await nextTurn()
    line.fireTimersOf(120_000)
    await nextTurn()
    expect([written, line.records]).toEqual([[BEGUN, BEGUN, BEGUN], []])
  })

  it('is over for a caller who leaves before taking what there is', async () => {
    const { line, body, pushed } = await push(() => new Promise(() => undefined))
    await body.cancel()
    await pushed
    expect(line.records.map(({ outcome }) => outcome)).toEqual(['cut'])
  })

  it('is over when the sink fails while it is waited for, and charged', async () => {
    const { line, written, pushed } = await push(() => Promise.reject(new Error('the connection is gone')))
    await pushed
    await nextTurn()
    expect(written).toEqual([BEGUN])
    expect(line.records.map(({ outcome }) => outcome)).toEqual(['cut'])
    expect(line.bugs).toEqual([])
  })

  it('is over for a caller who leaves, and charged', async () => {
    const { line, body, written, pushed } = await push(() => undefined)
    await body.cancel()
    await pushed
    expect(written).toEqual([BEGUN, BEGUN, BEGUN])
    expect(line.records.map(({ outcome }) => outcome)).toEqual(['cut'])
  })
})
