import { Client, type ClientConfig, type Pool } from 'pg'
import type { Messages } from './messages.ts'

const CHANNEL = 'weir'

/** NOTIFY reaches every session of the same database that listens, this process included. */
export const createPostgresMessages = (config: ClientConfig, pool: Pool): Messages => ({
  async send(text) {
    await pool.query('select pg_notify($1, $2)', [CHANNEL, text])
  },
  async listen({ onMessage, onLost }) {
    const client = new Client(config)
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
