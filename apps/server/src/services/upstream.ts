import type { Send } from '@weir/relay/ports'

interface UpstreamOptions {
  readonly checkAddress: (url: URL) => Promise<void>
  readonly proxy: string
}

/** Redirects are not followed: a key must not travel to an address nobody configured. */
export const createSend =
  ({ checkAddress, proxy }: UpstreamOptions): Send =>
  async (request, signal) => {
    await checkAddress(new URL(request.url))
    return await fetch(request.url, {
      method: request.method,
      headers: { ...request.headers },
      signal,
      redirect: 'manual',
      ...(request.method === 'POST' && { body: request.body }),
      ...(proxy !== '' && { proxy }),
    })
  }
