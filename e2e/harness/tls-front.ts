/** For loopback alone, and trusted by nobody but these tests. */
export const LOOPBACK_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUOtM0ccB0eVOSQFC0IENQVwbSMBowCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExNjE1MDU1N1oYDzIxMjYxMDIz
MTUwNTU3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATnB5K+CCGsrO6OeZFNDH+jLRQBte9KK94cPWnzopFrZNz/D9v1Sz2+
EU8wS6oQdLlTjAc+q4hFXIx1kdVoWdhco28wbTAdBgNVHQ4EFgQUoXf0WhZnRtwD
YV5WKTiFl7Pmb+gwHwYDVR0jBBgwFoAUoXf0WhZnRtwDYV5WKTiFl7Pmb+gwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhALvTHoXVS7M4zBMhLhEQy6Xow6ZMsn4rNQ4dxnMmlsoLAiEA
6421E7fWSY9OhQn/NTTCtIiVnI+ifR1bLhmgIFnsGXA=
-----END CERTIFICATE-----`

const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgA1e5zot21YKzcuyK
2jW5UVmK3IUFJNWGFzTimZZ122uhRANCAATnB5K+CCGsrO6OeZFNDH+jLRQBte9K
K94cPWnzopFrZNz/D9v1Sz2+EU8wS6oQdLlTjAc+q4hFXIx1kdVoWdhc
-----END PRIVATE KEY-----`

interface Joined {
  readonly early: Buffer[]
  peer?: Bun.Socket
}

export interface TlsFront {
  /** With the same port for every scheme. */
  readonly url: string
  close(): void
}

/** What a proxy with a certificate is to an operator: clients that insist on TLS reach a server that has none. */
export const openTlsFront = (target: string): TlsFront => {
  const { hostname, port } = new URL(target)
  const listener = Bun.listen<Joined>({
    hostname: '127.0.0.1',
    port: 0,
    tls: { cert: LOOPBACK_CERTIFICATE, key: KEY },
    socket: {
      open: async (socket) => {
        socket.data = { early: [] }
        const peer = await Bun.connect({
          hostname,
          port: Number(port),
          socket: { data: (_, bytes) => void socket.write(bytes), close: () => void socket.end() },
        })
        socket.data.peer = peer
        for (const bytes of socket.data.early.splice(0)) peer.write(bytes)
      },
      data: ({ data }, bytes) => {
        if (data.peer === undefined) data.early.push(Buffer.from(bytes))
        else data.peer.write(bytes)
      },
      close: ({ data }) => void data.peer?.end(),
    },
  })
  return { url: `http://127.0.0.1:${listener.port}`, close: () => listener.stop(true) }
}
