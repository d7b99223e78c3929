import type { Attempt } from '../stage-types.ts'
import type { Send } from '../ports.ts'
import type { LightAbortSignal } from '../socket.ts'
import { proxiedOn } from './channel-request.ts'
import { readBody } from './read-body.ts'

export interface PictureFetch {
  readonly channel: Attempt['channel']
  readonly send: Send
  readonly signal: LightAbortSignal
  readonly maxBytes: number
}

/** A store that was not told what it keeps calls it a stream of bytes. */
const TYPES = /^(?:image\/(?!svg)|(?:application|binary)\/octet-stream)/i

const HEAD_BYTES = 12

/** How PNG, JPEG, GIF, WebP and AVIF begin: what is no picture must not be read out to a caller, whatever it is called. */
const isPicture = (bytes: Uint8Array): boolean => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(HEAD_BYTES, bytes.length)).toString('latin1')
  if (['\x89PNG\r\n\x1A\n', '\xFF\xD8\xFF', 'GIF8'].some((mark) => head.startsWith(mark))) return true
  return (head.startsWith('RIFF') && head.endsWith('WEBP')) || head.endsWith('ftypavif')
}

const isWebAddress = (address: string): boolean => {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || url?.protocol === 'http:'
}

/**
 * The picture at an address that upstream has answered with. Upstream may name any address: nothing of the channel but its proxy goes
 * there, redirects are not followed, and what comes back must be a picture. Undefined where there is none: the picture has been drawn, and
 * no failure of its delivery may undo that.
 */
export const fetchPicture = async (address: string, { channel, send, signal, maxBytes }: PictureFetch): Promise<Uint8Array | undefined> => {
  if (!isWebAddress(address) || signal.aborted) return undefined
  try {
    const reply = await send(proxiedOn(channel, { method: 'GET', url: address, headers: { accept: 'image/*' }, body: '' }), signal)
    if (reply.status !== 200 || !TYPES.test(reply.headers.get('content-type') ?? '')) return undefined
    const bytes = await readBody(reply, maxBytes)
    return isPicture(bytes) ? bytes : undefined
  } catch {
    return undefined
  }
}
