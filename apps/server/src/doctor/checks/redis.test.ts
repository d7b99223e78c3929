import { describe, expect, it } from 'bun:test'
import { closedPort } from '../../testing/sockets/closed-port.ts'
import { checkRedis } from './redis.ts'

/** As much of Redis as a greeting needs: HELLO with the password, PING. */
const serveRedis = (password: string, { pong = '+PONG', onClose = () => undefined }: { pong?: string; onClose?: () => void } = {}) =>
  Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      close: onClose,
      data: (socket, bytes) => {
        const heard = bytes.toString('latin1')
        if (heard.includes('HELLO')) socket.write(heard.includes(password) ? '%1\r\n+proto\r\n:3\r\n' : '-WRONGPASS invalid password\r\n')
        if (heard.includes('PING')) socket.write(`${pong}\r\n`)
      },
    },
  })

describe('Redis', () => {
  it('is passed over when it is not configured', async () => {
    expect(await checkRedis('')).toMatchObject({ status: 'ok', seen: 'not configured; limits are counted by this node alone' })
  })

  it('is well when it answers', async () => {
    using server = serveRedis('hidden')
    expect(await checkRedis(`redis://:hidden@127.0.0.1:${server.port}`)).toEqual({
      subject: 'Redis',
      status: 'ok',
      seen: `127.0.0.1:${server.port} answers`,
      remedy: '',
    })
  })

  it('is left alone again once it has answered', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    using server = serveRedis('hidden', { onClose: resolve })
    await checkRedis(`redis://:hidden@127.0.0.1:${server.port}`)
    await closed
  })

  it('is a fault when it refuses the password, which is not shown', async () => {
    using server = serveRedis('other')
    const finding = await checkRedis(`redis://:hidden@127.0.0.1:${server.port}`)
    expect(finding).toMatchObject({ status: 'fault', remedy: 'start Redis, and check address and password in REDIS_CONN_STRING' })
    expect(JSON.stringify(finding)).not.toContain('hidden')
  })

  it('is a fault when it is there and does not serve', async () => {
    using server = serveRedis('hidden', { pong: '-LOADING Redis is loading the dataset in memory' })
    expect(await checkRedis(`redis://:hidden@127.0.0.1:${server.port}`)).toMatchObject({ status: 'fault' })
  })

  it('is a fault when nobody listens', async () => {
    expect(await checkRedis(`redis://127.0.0.1:${closedPort()}`)).toMatchObject({ status: 'fault' })
  })
})
