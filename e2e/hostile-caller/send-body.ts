import type { Stand } from '../harness/stand.ts'
import type { Target } from './endpoints.ts'
import { problemOfReply, processorMs } from './oracle.ts'
import type { WrongBody } from './wrong-bodies.ts'

/** Of the processor: the widest take the server some tenths of a second, however much else the machine has to do. */
const BUDGET_MS = 8000
const PATIENCE_MS = 60_000

/** Sends a wrong body to an endpoint, with every right. Returns what is wrong with the reply. */
export const sendWrongBody = async (stand: Stand, { method, path }: Target, body: WrongBody): Promise<string | undefined> => {
  const credential = path.startsWith('/api/') ? { cookie: stand.root.cookie } : { authorization: `Bearer sk-${stand.token.key}` }
  const { pid, url } = stand.weir
  const spentBefore = processorMs(pid)
  const response = await fetch(`${url}${path}`, {
    method,
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: { ...credential, ...body.headers },
    ...(method !== 'GET' && { body: new Uint8Array(body.bytes) }),
  })
  const text = await response.text()
  const spent = processorMs(pid) - spentBefore
  const problem = spent > BUDGET_MS ? `took ${spent} ms of the processor` : problemOfReply(response.status, text)
  return problem && `${method} ${path} with ${body.name}: ${problem}`
}
