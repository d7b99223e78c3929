import { RedisClient } from 'bun'
import { fault, ok, reasonOf, type Finding } from '../finding.ts'
import { CHECK_LIMIT_MS, within } from '../within.ts'

const SUBJECT = 'Redis'

/** Undefined: it answers. */
const redisProblem = async (url: string): Promise<string | undefined> => {
  const client = new RedisClient(url, { enableOfflineQueue: false, autoReconnect: false, connectionTimeout: CHECK_LIMIT_MS })
  try {
    await within(client.connect().then(() => client.send('PING', [])))
    return undefined
  } catch (error) {
    return reasonOf(error)
  } finally {
    client.close()
  }
}

/** The user and the password of the address are not shown. */
export const checkRedis = async (url: string): Promise<Finding> => {
  if (url === '') return ok(SUBJECT, 'not configured; limits are counted by this node alone')
  const { host } = new URL(url)
  const problem = await redisProblem(url)
  return problem === undefined
    ? ok(SUBJECT, `${host} answers`)
    : fault(SUBJECT, `${host} does not answer (${problem})`, 'start Redis, and check address and password in REDIS_CONN_STRING')
}
