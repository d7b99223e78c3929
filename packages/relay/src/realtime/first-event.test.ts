import { describe, expect, it } from 'bun:test'
import type { SocketListener, UpstreamSocket } from '../socket.ts'
import { awaitFirstEvent } from './first-event.ts'

const open = () => {
  const told: string[] = []
  let inner: SocketListener | undefined
  const socket: UpstreamSocket = {
    send: (text) => void told.push(`send ${text}`),
    bufferedBytes: () => 9,
    pause: () => void told.push('pause'),
    resume: () => void told.push('resume'),
    ping: () => void told.push('ping'),
    close: (code, reason) => void told.push(`close ${code} ${reason}`),
    listen: (listener) => {
      inner = listener
    },
  }
  const first = awaitFirstEvent(socket)
  return {
    told,
    first,
    say: (text: string) => inner?.message(text),
    pong: () => inner?.pong(),
    close: (code: number) => inner?.closed(code),
  }
}

const greeted = async () => {
  const at = open()
  at.say('{"type":"session.created"}')
  const event = await at.first
  if (event.kind !== 'greeting') throw new Error(event.kind)
  const heard: string[] = []
  const listener: SocketListener = {
    message: (text) => void heard.push(text),
    pong: () => void heard.push('pong'),
    closed: (code) => void heard.push(`closed ${code}`),
  }
  return { ...at, socket: event.socket, heard, listener }
}

describe('the first event of an upstream', () => {
  it('is a greeting, which is kept until somebody listens and comes first', async () => {
    const { told, socket, heard, listener, say, pong, close } = await greeted()
    pong()
    say('{"type":"second"}')
    expect([told, heard]).toEqual([['pause', 'pause'], []])
    socket.listen(listener)
    say('{"type":"third"}')
    pong()
    close(1000)
    expect(heard).toEqual(['{"type":"session.created"}', '{"type":"second"}', '{"type":"third"}', 'pong', 'closed 1000'])
    expect(told).toEqual(['pause', 'pause', 'resume'])
  })

  it('is told with the end that came before somebody listened', async () => {
    const { socket, heard, listener, close } = await greeted()
    close(1006)
    socket.listen(listener)
    expect(heard).toEqual(['{"type":"session.created"}', 'closed 1006'])
  })

  it('leaves the socket as it was', async () => {
    const { told, socket } = await greeted()
    socket.send('a')
    socket.ping()
    socket.pause()
    socket.resume()
    socket.close(1001, 'why')
    expect([told.slice(1), socket.bufferedBytes()]).toEqual([['send a', 'ping', 'pause', 'resume', 'close 1001 why'], 9])
  })

  it('may be an error, told as a body', async () => {
    const { first, say } = open()
    say('{"type":"error","error":{"code":"x"},"event_id":"e"}')
    expect(await first).toEqual({ kind: 'error', body: '{"error":{"code":"x"}}' })
  })

  it.each(['{"type":"session.created","error":{"code":"x"}}', '{"type":"error"}'])(
    'is a greeting without type and error: %s',
    async (text) => {
      const { first, say } = open()
      say(text)
      expect((await first).kind).toBe('greeting')
    },
  )

  it('is none where something else comes, or the end', async () => {
    const words = open()
    words.say('hello')
    expect(await words.first).toEqual({ kind: 'closed' })
    const gone = open()
    gone.close(1011)
    expect(await gone.first).toEqual({ kind: 'closed' })
  })
})
