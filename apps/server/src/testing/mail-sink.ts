import { createServer, type AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

export interface CaughtMail {
  readonly to: readonly string[]
  readonly from: string
  readonly source: string
  /** The parts, decoded. */
  readonly text: string
  readonly html: string
  readonly isEncrypted: boolean
  readonly user: string | undefined
}

const decodeQuotedPrintable = (body: string): string =>
  Buffer.from(
    body.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

const decodePart = (part: string): string => {
  const [head = '', ...rest] = part.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  return /transfer-encoding: quoted-printable/i.test(head) ? decodeQuotedPrintable(body) : body
}

const partOf = (source: string, type: 'plain' | 'html'): string => {
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1] ?? ''
  const header = new RegExp(`content-type: text/${type}`, 'i')
  const part = source.split(`--${boundary}`).find((candidate) => header.test(candidate.split('\r\n\r\n')[0] ?? ''))
  return part === undefined ? '' : decodePart(part.trimStart())
}

/** A real SMTP server that keeps what it gets. */
export class MailSink {
  readonly mails: CaughtMail[] = []
  readonly port: number
  readonly #server: SMTPServer
  #waiting: (() => void)[] = []

  private constructor(port: number, options: SMTPServerOptions) {
    this.port = port
    this.#server = new SMTPServer({
      authOptional: true,
      hideSTARTTLS: true,
      allowInsecureAuth: true,
      onAuth: ({ username }, _, done) => done(null, { user: username ?? '' }),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          this.#keep(Buffer.concat(chunks).toString('utf8'), session)
          done()
        })
      },
      ...options,
    })
    // Clients that hang up in the middle are part of the tests.
    this.#server.on('error', () => undefined)
  }

  static async open(options: SMTPServerOptions = {}): Promise<MailSink> {
    const port = await freePort()
    const sink = new MailSink(port, options)
    await new Promise<void>((resolve) => sink.#server.listen(port, '127.0.0.1', resolve))
    return sink
  }

  #keep(source: string, { envelope, secure, user }: SMTPServerSession): void {
    this.mails.push({
      to: envelope.rcptTo.map(({ address }) => address),
      from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
      source,
      text: partOf(source, 'plain'),
      html: partOf(source, 'html'),
      isEncrypted: secure,
      user: typeof user === 'string' ? user : undefined,
    })
    for (const wake of this.#waiting.splice(0)) wake()
  }

  /** The newest mail once there are so many; the test's own deadline ends a wait in vain. */
  async newest(count: number): Promise<CaughtMail> {
    return await this.find(count - 1, () => this.mails.length >= count)
  }

  /** The first mail from the given number on that is the right one. */
  async find(from: number, isRight: (mail: CaughtMail) => boolean): Promise<CaughtMail> {
    for (;;) {
      const mail = this.mails.slice(from).find(isRight)
      if (mail !== undefined) return mail
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }
}

const freePort = async (): Promise<number> => {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise<void>((resolve) => probe.close(() => resolve()))
  return port
}
