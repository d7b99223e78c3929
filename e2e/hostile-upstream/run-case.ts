import { FIGURES, billed, wholeAnswer, wholeBody, type Case } from './case.ts'
import { readBooks, type HostileStand } from './stand.ts'
import type { Wire } from './wire.ts'

const PATIENCE_MS = 60_000

interface Seen {
  readonly status: number
  readonly text: string
}

const readUntil = async (response: Response, length: number): Promise<string> => {
  let text = ''
  // Leaving the loop hangs up.
  for await (const bytes of response.body ?? []) {
    text += Buffer.from(bytes).toString('latin1')
    if (text.length >= length) break
  }
  return text
}

const call = async (stand: HostileStand, wire: Wire, { isStream, leavesAfter }: Pick<Case, 'isStream' | 'leavesAfter'>): Promise<Seen> => {
  const response = await fetch(`${stand.weir.url}${(isStream ? wire.streamPath : undefined) ?? wire.path}`, {
    method: 'POST',
    headers: { authorization: stand.authorization, 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify(wire.body(isStream)),
    signal: AbortSignal.timeout(PATIENCE_MS),
    keepalive: leavesAfter === undefined,
  })
  const text = leavesAfter === undefined ? await response.text() : await readUntil(response, leavesAfter)
  return { status: response.status, text }
}

interface Effect extends Seen {
  readonly charged: number
  readonly faults: readonly string[]
}

/** One request, and what it left in the books. */
const effectOf = async (stand: HostileStand, request: Promise<Seen>): Promise<Effect> => {
  const seen = await request.catch((error: unknown) => ({ status: 0, text: String(error) }))
  const { quota, newestRow } = stand.books
  stand.books = await readBooks(stand, newestRow, 1)
  const charged = quota - stand.books.quota
  const booked = stand.books.rows.reduce((sum, row) => sum + row.quota, 0)
  const faults = [
    ...(charged === booked ? [] : [`the balance lost ${charged}, the rows say ${booked}`]),
    ...(stand.books.rows.length === 1 ? [] : [`${stand.books.rows.length} rows`]),
  ]
  return { ...seen, charged, faults }
}

const ENDS: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete', 'response.failed', 'error'])

/** A response is told in events of which one, the last, says how it ended. */
const faultsOfResponse = (lines: readonly string[]): readonly string[] => {
  const types = lines.map((line) => (JSON.parse(line.slice('data: '.length)) as { readonly type?: unknown }).type)
  const ends = types.filter((type) => ENDS.has(type))
  return ends.length === 1 && ENDS.has(types.at(-1))
    ? []
    : [`the events end with ${types.slice(-3).join(', ')}, and ${ends.length} are ends`]
}

/** How the caller's wire ends an answer; Google's has no mark of its own. */
const goodEndOf = ({ path }: Case['wire']): string => {
  if (path === '/v1/responses') return 'event: response.completed'
  if (path === '/v1/messages') return 'event: message_stop'
  return path.startsWith('/v1beta/') ? '"finishReason":"STOP"' : 'data: [DONE]'
}

/** Half a frame, or an end that upstream never sent, must not reach the caller; and an end that it sent must. */
const faultsOfStream = ({ isWhole = false, wire, leavesAfter }: Case, text: string): readonly string[] => {
  const lines = text.split('\n').filter((line) => line.startsWith('data: {'))
  const isResponse = wire.path === '/v1/responses'
  const hasGoodEnd = text.includes(goodEndOf(wire)) && !lines.some((line) => line.startsWith('data: {"error"'))
  return [
    ...(isWhole && !hasGoodEnd ? ['a whole answer was broken off'] : []),
    ...(lines.some((line) => line.includes('lost')) ? ['half a frame was passed on'] : []),
    ...(isResponse && leavesAfter === undefined ? faultsOfResponse(lines) : []),
  ]
}

const faultsOfText = (one: Case, { status, text }: Seen): readonly string[] => {
  if (status >= 500 && !text.includes('"error"')) return ['the refusal says nothing']
  if (text.includes('internal_error')) return ['it was taken for a bug of ours']
  return one.isStream && status === 200 && one.expected.statuses[0] === 200 ? faultsOfStream(one, text) : []
}

const judge = (one: Case, effect: Effect): readonly string[] => {
  const { statuses, atLeast, atMost } = one.expected
  const { status, charged, faults } = effect
  const [least, most] = status < 400 ? [atLeast, atMost] : [0, 0]
  return [
    ...(statuses.includes(status) ? [] : [`status ${status}, expected ${statuses.join(' or ')}`]),
    ...(charged >= least && charged <= most ? [] : [`charged ${charged}, expected ${least === most ? least : `${least} to ${most}`}`]),
    ...faultsOfText(one, effect),
    ...faults,
  ]
}

/** An ordinary request over the same channel, right after. */
const nextOne = async (stand: HostileStand, { wire }: Case): Promise<readonly string[]> => {
  stand.upstream.answer = wholeAnswer(wholeBody(wire))
  const { status, text, charged, faults } = await effectOf(stand, call(stand, wire, { isStream: false }))
  const due = billed(wire, FIGURES)
  const isServed = status === 200 && text.includes(wire.stream === undefined ? 'embedding' : 'the river pass')
  return [...(isServed ? [] : [`got ${status}`]), ...(charged === due ? [] : [`cost ${charged}, expected ${due}`]), ...faults].map(
    (fault) => `the next request: ${fault}`,
  )
}

/** Plays one case and says everything that is wrong with what came of it. */
export const runCase = async (stand: HostileStand, one: Case): Promise<readonly string[]> => {
  const { upstream } = stand
  const [requests, taken] = [upstream.requests, upstream.bytesTaken]
  upstream.answer = one.answer()
  const effect = await effectOf(stand, call(stand, one.wire, one))
  const [tries, took] = [upstream.requests - requests, upstream.bytesTaken - taken]
  return [
    ...judge(one, effect),
    ...(tries <= 1 ? [] : [`upstream was asked ${tries} times`]),
    ...(one.mostTaken === undefined || took <= one.mostTaken ? [] : [`${took} bytes were taken, expected at most ${one.mostTaken}`]),
    ...(await nextOne(stand, one)),
  ].map((fault) => `${one.wire.name}: ${one.name}: ${fault}`)
}
