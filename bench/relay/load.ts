import { sendAtRate } from './turns.ts'

/** Sends the load from a process of its own and prints one line of JSON. Bounded in count and time. */
interface Order {
  readonly url: string
  readonly authorization: string
  readonly headers: Readonly<Record<string, string>>
  readonly isStream: boolean
  readonly total: number
  readonly parallel: number
  /** Requests per second; 0 means as fast as the parallel ones allow. */
  readonly rate: number
  /** No request begins after so many. */
  readonly maxSeconds: number
}

const order = JSON.parse(process.argv[2] ?? '{}') as Order
const prompt = 'How does a weir measure a river? '.repeat(28)
const body = JSON.stringify({
  model: 'gpt-4o-mini',
  messages: [{ role: 'user', content: prompt }],
  max_tokens: 200,
  ...(order.isStream && { stream: true }),
})
const latencies: number[] = []
let failures = 0

const one = async (): Promise<void> => {
  const startedAt = performance.now()
  try {
    const reply = await fetch(order.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: order.authorization, ...order.headers },
      body,
    })
    const text = await reply.text()
    if (reply.status !== 200 || (order.isStream && !text.includes('[DONE]'))) failures++
  } catch {
    failures++
  }
  latencies.push(performance.now() - startedAt)
}

const startedAt = performance.now()
if (order.rate > 0) {
  await sendAtRate(one, order.total, order.rate)
} else {
  let left = order.total
  await Promise.all(
    Array.from({ length: order.parallel }, async () => {
      while (left-- > 0 && performance.now() - startedAt < order.maxSeconds * 1000) await one()
    }),
  )
}
const seconds = (performance.now() - startedAt) / 1000
latencies.sort((a, b) => a - b)
const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
process.stdout.write(`${JSON.stringify({ seconds, perSecond: order.total / seconds, p50: at(0.5), p99: at(0.99), failures })}\n`)
