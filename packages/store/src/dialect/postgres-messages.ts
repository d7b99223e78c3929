import type { ServerAddress } from '../dsn.ts'
import type { Link } from './engine.ts'
import type { Messages } from './messages.ts'

const CHANNEL = 'weir'

/** NOTIFY reaches every session of the same database that listens, this process included. */
export const createPostgresMessages = (address: ServerAddress, open: () => Promise<Link>): Messages => ({
  async send(text) {
    const link = await open()
    try {
      await link.query('select pg_notify($1, $2)', [CHANNEL, text])
    } finally {
      link.release()
    }
  },
  async listen({ onMessage, onLost }) {
    const { openClient } = await import('./postgres-pool.ts')
    const client = openClient(address)
    client.on('error', onLost)
    client.on('end', onLost)
    client.on('notification', ({ payload }) => onMessage(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      // Not waited for: a connection that hangs would hang this too.
      client.end().catch(() => undefined)
      throw error
    }
    return { close: () => client.end() }
  },
})
