import type { Stand } from '../harness/stand.ts'
import type { Target } from './endpoints.ts'
import { problemOfReply } from './oracle.ts'
import type { WrongBody } from './wrong-bodies.ts'

/** The widest of them take some tenths of a second, here and in the upstream of the tests; the rest is for a machine with much else to do. */
const BUDGET_MS = 8000

/** Sends a wrong body to an endpoint, with every right. Returns what is wrong with the reply. */
export const sendWrongBody = async (stand: Stand, { method, path }: Target, body: WrongBody): Promise<string | undefined> => {
  const credential = path.startsWith('/api/') ? { cookie: stand.root.cookie } : { authorization: `Bearer sk-${stand.token.key}` }
  const startedAt = performance.now()
  const response = await fetch(`${stand.weir.url}${path}`, {
    method,
    headers: { ...credential, ...body.headers },
    ...(method !== 'GET' && { body: new Uint8Array(body.bytes) }),
  })
  const text = await response.text()
  const took = performance.now() - startedAt
  const problem = took > BUDGET_MS ? `took ${Math.round(took)} ms` : problemOfReply(response.status, text)
  return problem && `${method} ${path} with ${body.name}: ${problem}`
}
