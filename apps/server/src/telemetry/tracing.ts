import { TracedRequest, type ServedRequest, type TracingPorts } from './traced-request.ts'

/** Requests of the relay as they are traced. */
export interface Tracing {
  readonly begin: (served: ServedRequest) => TracedRequest
  /** Of a request that runs or has ended just now: for the lines of the log. */
  readonly traceIdOf: (requestId: string) => string | undefined
  /** A request has ended, but lines about it may follow. */
  readonly forget: (requestId: string) => void
}

/** Lines about a request come at once after its end. */
const REMEMBERED = 1000

export const createTracing = (ports: TracingPorts): Tracing => {
  const running = new Map<string, string>()
  const ended = new Map<string, string>()
  return {
    begin: (served) => {
      const trace = new TracedRequest(served, ports)
      running.set(served.requestId, trace.traceId)
      return trace
    },
    traceIdOf: (requestId) => running.get(requestId) ?? ended.get(requestId),
    forget: (requestId) => {
      const traceId = running.get(requestId)
      if (traceId === undefined) return
      running.delete(requestId)
      ended.set(requestId, traceId)
      if (ended.size > REMEMBERED) for (const oldest of ended.keys()) return void ended.delete(oldest)
    },
  }
}
