import { arrayAt, isObject, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import type { TaskCall } from '@weir/dialects/model/task'
import type { TaskReply } from '@weir/dialects/model/provider'
import type { AttemptPorts } from '../ports.ts'
import type { Attempt } from '../stage-types.ts'
import { fetchPicture, type PictureFetch } from '../upstream/fetch-picture.ts'
import { LightAbortController } from '../upstream/light-abort-signal.ts'

/** No more of them at a time, so that a request for many does not take the connections of others. */
const AT_A_TIME = 4
/** Larger than any that models draw. */
const MAX_PICTURE_BYTES = 20 * 1024 * 1024
/** In base64, four letters stand for three bytes. */
const BYTES_PER_LETTER = 3 / 4

const FIELD = 'response_format'

/** How the caller wants to be given pictures. */
const askedForm = ({ task, body, form }: TaskCall): unknown =>
  task.startsWith('images/') ? (body?.[FIELD] ?? form?.fields[FIELD]) : undefined

const addressOf = (entry: unknown): string | undefined => (textAt(entry, 'b64_json') === undefined ? textAt(entry, 'url') : undefined)

const withBytes = (entry: unknown, bytes: Uint8Array | undefined): unknown => {
  if (!isObject(entry) || bytes === undefined) return entry
  const { url: _, ...rest } = entry
  return { ...rest, b64_json: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64') }
}

const inlined = async (entries: readonly unknown[], how: PictureFetch): Promise<readonly unknown[]> => {
  const shown = [...entries]
  const waiting = entries.entries()
  const work = async (): Promise<void> => {
    for (const [at, entry] of waiting) {
      const address = addressOf(entry)
      if (address !== undefined) shown[at] = withBytes(entry, await fetchPicture(address, how))
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  return shown
}

interface Fetching {
  readonly attempt: Attempt
  readonly ports: AttemptPorts
}

/** Ends when the caller leaves or the server stops, and no later than the longest pause of a stream. */
const fetchAll = async (entries: readonly unknown[], { attempt: { channel, link }, ports }: Fetching): Promise<readonly unknown[]> => {
  const { idleTimeoutMs, maxReplyBytes } = ports.settings()
  const end = new LightAbortController()
  const onCut = (): void => end.abort()
  const cancelTimer = ports.startTimer(idleTimeoutMs, onCut)
  link.signal.addEventListener('abort', onCut)
  if (link.signal.aborted) onCut()
  const maxBytes = Math.min(MAX_PICTURE_BYTES, Math.floor((maxReplyBytes * BYTES_PER_LETTER) / entries.length))
  try {
    return await inlined(entries, { channel, send: ports.sendAside ?? ports.send, signal: end, maxBytes })
  } finally {
    cancelTimer()
    link.signal.removeEventListener('abort', onCut)
    // Replies that were not read to their end.
    end.abort()
  }
}

interface Shown {
  readonly body: TaskReply['body']
  /** What the caller asked for and does not get. */
  readonly unmet: readonly string[]
}

const textOf = (body: TaskReply['body']): string => (typeof body === 'string' ? body : new TextDecoder().decode(body))

/** Nothing here could give an address to what came as bytes. */
const lacksAddress = (entry: unknown): boolean => textAt(entry, 'b64_json') !== undefined && textAt(entry, 'url') === undefined

/** A reply with the pictures themselves where the caller asked for them and upstream answers with their addresses. */
export const inlinePictures = async (body: TaskReply['body'], call: TaskCall, fetching: Fetching): Promise<Shown> => {
  const form = askedForm(call)
  if (form !== 'b64_json' && form !== 'url') return { body, unmet: [] }
  const json = parseJson(textOf(body))
  const entries = arrayAt(json, 'data')
  if (form === 'url') return { body, unmet: entries.some(lacksAddress) ? [FIELD] : [] }
  if (!isObject(json) || entries.every((entry) => addressOf(entry) === undefined)) return { body, unmet: [] }
  const data = await fetchAll(entries, fetching)
  const answer: JsonObject = { ...json, data }
  return { body: JSON.stringify(answer), unmet: data.some((entry) => addressOf(entry) !== undefined) ? [FIELD] : [] }
}
