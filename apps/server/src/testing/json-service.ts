export interface ServiceCall {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: string
}

type Answer = Response | object | undefined

/** A service of somebody else on a loopback port. What the handler does not answer is 404, as elsewhere. */
export const openJsonService = (handle: (call: ServiceCall) => Answer | Promise<Answer>) => {
  const calls: ServiceCall[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const url = new URL(request.url)
      const call = {
        method: request.method,
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: await request.text(),
      }
      calls.push(call)
      const answer = await handle(call)
      if (answer instanceof Response) return answer
      return answer === undefined ? new Response('not found', { status: 404 }) : Response.json(answer)
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, calls, close: () => server.stop(true) }
}
