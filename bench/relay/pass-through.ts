/** The least a gateway on this runtime can do: read the body, call upstream, hand the reply on. The mark for streamed events. */
const [port, upstream] = process.argv.slice(2)

Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  idleTimeout: 0,
  fetch: async (request) => {
    const reply = await fetch(`${upstream}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer key' },
      body: await request.text(),
    })
    return new Response(reply.body, { headers: { 'content-type': reply.headers.get('content-type') ?? '' } })
  },
})
process.stdout.write('ready\n')

export {}
