import { answersOf, type Answers } from './answers.ts'

/** The fake provider all gateways are measured against: one process of its own, four wires, no thinking. */
const port = Number(process.argv[2])
const events = Number(process.argv[3] ?? 100)
const gapMs = Number(process.argv[4] ?? 0)
const answers = answersOf(events)

const stream = ({ opening, pieces, ending }: Answers): ReadableStream<Uint8Array> => {
  let sent = 0
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const frame of opening) controller.enqueue(frame)
    },
    pull: async (controller) => {
      const piece = pieces[sent++]
      if (piece !== undefined) {
        // A pause between events, even of nothing, makes each one a packet of its own, as a model's are.
        await Bun.sleep(gapMs)
        controller.enqueue(piece)
        return
      }
      for (const frame of ending) controller.enqueue(frame)
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
    const { pathname } = new URL(request.url)
    const answer = answers(pathname)
    if (body.includes('"stream":true') || pathname.endsWith(':streamGenerateContent'))
      return new Response(stream(answer), { headers: { 'content-type': 'text/event-stream' } })
    if (gapMs > 0) await Bun.sleep(gapMs)
    return new Response(answer.whole, { headers: { 'content-type': 'application/json' } })
  },
})
process.stdout.write('ready\n')
