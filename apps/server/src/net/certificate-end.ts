import { connect } from 'node:tls'
import { targetOf } from './http-client/target.ts'

/** When the certificate ends that is shown for a name, in milliseconds; whether it is trusted is another question. */
export const readCertificateEnd = (url: URL, address: string, signal?: AbortSignal): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { portNumber: port, serverName = '' } = targetOf(url)
    const socket = connect({ host: address, port, servername: serverName, rejectUnauthorized: false }, () => {
      const end = Date.parse(socket.getPeerCertificate().valid_to)
      socket.destroy()
      resolve(Number.isNaN(end) ? undefined : end)
    })
    socket.once('error', reject)
    signal?.addEventListener('abort', () => socket.destroy(new Error('no answer in time')), { once: true })
  })
