/** The fake provider all gateways are measured against: one process of its own, OpenAI's wire, no thinking. */
const port = Number(process.argv[2])
const events = Number(process.argv[3] ?? 100)
const gapMs = Number(process.argv[4] ?? 0)

const reply = JSON.stringify({
  id: 'chatcmpl-bench',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: 'gpt-4o-mini',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'A weir lets the river pass and knows how much. '.repeat(12) },
      finish_reason: 'stop',
      logprobs: null,
    },
  ],
  usage: { prompt_tokens: 120, completion_tokens: 130, total_tokens: 250 },
})

const chunk = (body: object): Uint8Array =>
  new TextEncoder().encode(
    `data: ${JSON.stringify({ id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'gpt-4o-mini', system_fingerprint: 'fp_bench', ...body })}\n\n`,
  )

const piece = chunk({ choices: [{ index: 0, delta: { content: ' and so on' }, logprobs: null, finish_reason: null }] })
const finish = chunk({ choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: 'stop' }] })
const usage = chunk({ choices: [], usage: { prompt_tokens: 120, completion_tokens: events, total_tokens: 120 + events } })
const done = new TextEncoder().encode('data: [DONE]\n\n')

const stream = (): ReadableStream<Uint8Array> => {
  let sent = 0
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (sent++ < events) {
        // A pause between events, even of nothing, makes each one a packet of its own, as a model's are.
        await Bun.sleep(gapMs)
        controller.enqueue(piece)
        return
      }
      controller.enqueue(finish)
      controller.enqueue(usage)
      controller.enqueue(done)
      controller.close()
    },
  })
}

const tlsFiles =
  process.argv[5] === undefined
    ? {}
    : { tls: { cert: Bun.file(`${process.argv[5]}/cert.pem`), key: Bun.file(`${process.argv[5]}/key.pem`) } }

Bun.serve({
  port,
  hostname: '127.0.0.1',
  idleTimeout: 0,
  ...tlsFiles,
  fetch: async (request) => {
    const body = await request.text()
    if (body.includes('"stream":true')) return new Response(stream(), { headers: { 'content-type': 'text/event-stream' } })
    return new Response(reply, { headers: { 'content-type': 'application/json' } })
  },
})
process.stdout.write('ready\n')

export {}
