import { expect, it } from 'bun:test'
import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { outcomeOf } from '../../../../tools/testing/outcome-of.ts'
import { openDatabase } from '../database.ts'
import { parseDsn, type ServerAddress } from '../dsn.ts'
import { StoreUnavailable } from '../errors.ts'
import { describeStore } from '../testing/store-harness.ts'
import type { Engine } from './engine.ts'

/** Passes everything on to the server up to the bytes that hold `last`, and nothing after: a line that was cut without a word. */
const startLine = async (to: ServerAddress, last: string) => {
  const sockets = new Set<Socket>()
  let isCut = false
  const pass = (from: Socket, into: Socket): void => {
    sockets.add(from)
    from.on('data', (bytes) => {
      isCut ||= bytes.includes(last)
      if (!isCut) into.write(bytes)
    })
    from.on('error', () => into.destroy())
    from.on('close', () => into.destroy())
  }
  const server = createServer((near) => {
    const far = connect(to.port, to.host)
    pass(near, far)
    pass(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the line has no port')
  const close = (): void => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { address: { ...to, host: '127.0.0.1', port: bound.port, socketPath: undefined }, close }
}

describeStore('a line that was cut without a word', (harness) => {
  /** On a server that is reached up to these bytes. */
  const until = async (kind: ServerAddress['kind'], last: string, work: (engine: Engine) => Promise<void>): Promise<void> => {
    const address = parseDsn(harness.database.dsn, harness.database.sqlitePath)
    if (address.kind !== kind) return
    const line = await startLine(address, last)
    const { engine, kysely } = openDatabase(line.address)
    try {
      await work(engine)
    } finally {
      line.close()
      await kysely.destroy()
    }
  }

  it('keeps nobody who tells others of a change waiting', () =>
    until('postgres', 'nobody hears this', async ({ messages }) => {
      if (messages === undefined) throw new Error('PostgreSQL passes messages')
      await messages.send('heard')
      expect(await outcomeOf(messages.send('nobody hears this'))).toThrow(StoreUnavailable)
    }))

  it('keeps nobody waiting whose connection was being prepared', () =>
    until('mysql', 'set session time_zone', async (engine) => {
      expect(await outcomeOf(engine.open())).toThrow(StoreUnavailable)
    }))
})
