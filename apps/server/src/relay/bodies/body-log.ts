import type { Clock } from '@weir/relay/ports'
import type { RelayReply } from '@weir/relay/reply'
import type { KeptBody, RequestBodies } from '@weir/store/repositories/logs/request-bodies'
import type { Settings } from '../../settings/settings.ts'
import { isTextType, maskedBody, noteOf } from './mask-body.ts'

interface Dependencies {
  readonly bodies: Pick<RequestBodies, 'save'>
  readonly settings: () => Settings
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** Follows one request. */
export interface BodyCapture {
  /** Whose request it is: without it nothing is kept. */
  by(userId: number): void
  /** What came in; of a request without a body nothing is kept. */
  request(body: string | Uint8Array, type: string): void
  /** The same reply, which is read on its way. */
  reply(reply: RelayReply): RelayReply
}

export interface BodyLog {
  /** Undefined while the operator does not want bodies: then a request pays for this question alone. */
  open(requestId: string): BodyCapture | undefined
  /** Ends when everything is saved. */
  idle(): Promise<void>
}

/** Of one side, before it is masked: pictures become short notes. */
const MAX_RAW_BYTES = 1024 * 1024
/** Of all requests that run. Beyond it bodies are cut, never the requests. */
const MAX_HELD_BYTES = 64 * 1024 * 1024
/** A database that cannot keep up must not fill the memory. */
const MAX_PENDING = 200

const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** No half character at the end. */
const clipped = (text: string, maxBytes: number): string => {
  const bytes = encoder.encode(text)
  return bytes.length <= maxBytes ? text : decoder.decode(bytes.subarray(0, maxBytes), { stream: false }).replace(/\ufffd$/, '')
}

interface Side {
  readonly text: string
  readonly bytes: number
  readonly isCut: boolean
}

const kept = ({ text, bytes, isCut }: Side, maxBytes: number): KeptBody => {
  const masked = maskedBody(text)
  const short = clipped(masked, maxBytes)
  return { text: short, bytes, isCut: isCut || short.length < masked.length }
}

export const createBodyLog = ({ bodies, settings, clock, onError }: Dependencies): BodyLog => {
  const pending = new Set<Promise<unknown>>()
  let heldBytes = 0

  /** The pieces of a stream, as long as there is room for them. */
  const collect = () => {
    const pieces: Uint8Array[] = []
    let bytes = 0
    let heldHere = 0
    return {
      add: (piece: Uint8Array): void => {
        bytes += piece.length
        const room = Math.min(MAX_RAW_BYTES - heldHere, MAX_HELD_BYTES - heldBytes)
        if (room <= 0) return
        // A copy: whoever reads the reply may use the memory again.
        const copy = piece.slice(0, room)
        pieces.push(copy)
        heldHere += copy.length
        heldBytes += copy.length
      },
      take: (type: string): Side => {
        heldBytes -= heldHere
        if (!isTextType(type)) return { text: noteOf(type, bytes), bytes, isCut: false }
        return { text: decoder.decode(Buffer.concat(pieces)), bytes, isCut: heldHere < bytes }
      },
    }
  }

  const sideOf = (body: string | Uint8Array, type: string): Side => {
    const bytes = Buffer.byteLength(body)
    if (!isTextType(type)) return { text: noteOf(type, bytes), bytes, isCut: false }
    const text = typeof body === 'string' ? body.slice(0, MAX_RAW_BYTES) : decoder.decode(body.subarray(0, MAX_RAW_BYTES))
    return { text, bytes, isCut: body.length > MAX_RAW_BYTES }
  }

  const save = (requestId: string, userId: number, sides: { readonly createdAt: number; readonly request: Side; readonly reply: Side }) => {
    if (pending.size >= MAX_PENDING) {
      onError(new Error(`${MAX_PENDING} bodies wait for the database: those of request ${requestId} are not kept`))
      return
    }
    const maxBytes = settings().number('LogBodiesKilobytes') * 1024
    const saving = Promise.resolve()
      .then(() =>
        bodies.save({
          requestId,
          userId,
          createdAt: sides.createdAt,
          request: kept(sides.request, maxBytes),
          reply: kept(sides.reply, maxBytes),
        }),
      )
      .catch(onError)
      .finally(() => pending.delete(saving))
    pending.add(saving)
  }

  const capture = (requestId: string): BodyCapture => {
    const createdAt = Math.floor(clock() / 1000)
    let owner = 0
    let sent: Side | undefined

    const finish = (reply: Side): void => {
      if (owner !== 0 && sent !== undefined) save(requestId, owner, { createdAt, request: sent, reply })
      sent = undefined
    }

    /** Goes on exactly as the one inside does: its backpressure, its end, and the caller who leaves. */
    const followed = (stream: ReadableStream<Uint8Array>, type: string): ReadableStream<Uint8Array> => {
      const reader = stream.getReader()
      const collected = collect()
      const end = (): void => finish(collected.take(type))
      return new ReadableStream<Uint8Array>(
        {
          pull: async (controller) => {
            try {
              const { done, value } = await reader.read()
              if (done) {
                end()
                controller.close()
                return
              }
              collected.add(value)
              controller.enqueue(value)
            } catch (error) {
              end()
              controller.error(error)
            }
          },
          cancel: async (reason) => {
            end()
            await reader.cancel(reason)
          },
        },
        { highWaterMark: 0 },
      )
    }

    return {
      by: (userId) => {
        owner = userId
      },
      request: (body, type) => {
        sent = sideOf(body, type)
      },
      reply: (reply) => {
        const type = reply.headers['content-type'] ?? ''
        if (sent === undefined) return reply
        if (reply.body instanceof ReadableStream) return { ...reply, body: followed(reply.body, type) }
        finish(sideOf(reply.body, type))
        return reply
      },
    }
  }

  return {
    open: (requestId) => {
      const now = settings()
      return now.isOn('LogBodiesEnabled') && now.isOn('LogConsumeEnabled') ? capture(requestId) : undefined
    },
    idle: async () => {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}
