import { isIP } from 'node:net'
import { Refusal } from '@weir/contract/errors'
import type { SendMailOptions, Transporter } from 'nodemailer'
import { describeError, log } from '../process/log.ts'
import type { Mail } from './mail-texts.ts'
import type { AddressesOf } from '../net/outbound-policy.ts'
import type { Settings } from '../settings/settings.ts'

const IMPLICIT_TLS_PORT = 465
const TIMEOUT_MS = 10_000

export interface Mailer {
  isConfigured(): boolean
  /** Refuses with `mail-not-configured`. */
  requireConfigured(): void
  /** Several addresses are separated by `;`. Refuses with `mail-failed`. */
  send(to: string, mail: Mail): Promise<void>
  /** For mails that no request waits for. Nothing happens when there is no mail server or no address. */
  sendLater(to: string, mail: Mail): void
}

/** From here on the connection is encrypted whenever the server can, and its certificate is always checked against the name. */
export const transportOptions = (settings: Settings, address: string) => {
  const port = settings.number('SMTPPort')
  const user = settings.text('SMTPAccount')
  const pass = settings.text('SMTPToken')
  const name = settings.text('SMTPServer')
  return {
    host: address,
    ...(isIP(name) === 0 && { servername: name }),
    port,
    secure: port === IMPLICIT_TLS_PORT,
    ...((user !== '' || pass !== '') && { auth: { user, pass } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The library is loaded with the first mail. */
export const openTransport = async (settings: Settings, address: string): Promise<Transporter> =>
  (await import('nodemailer')).default.createTransport(transportOptions(settings, address))

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const htmlOf = ({ lines, link }: Mail): string => {
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`)
  if (link !== undefined) paragraphs.push(`<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`)
  return paragraphs.join('\n')
}

const textOf = ({ lines, link }: Mail): string => [...lines, ...(link === undefined ? [] : [link])].join('\n\n')

const recipientsOf = (to: string): readonly string[] =>
  to
    .split(';')
    .map((address) => address.trim())
    .filter((address) => address !== '')

/** The code says what to look at (EAUTH, ESOCKET, EDNS …); the text could carry what the server said about a person. */
const logFailure = (error: unknown): void => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  log.error('mail could not be sent', { ...describeError(error), code })
}

/** Nothing was said yet when it fails like this, so that the next address may be tried without sending twice. */
const isUnconnected = (error: unknown): boolean => error instanceof Error && 'syscall' in error && error.syscall === 'connect'

export const smtpUrl = (server: string, port: number): URL => new URL(`smtp://${isIP(server) === 6 ? `[${server}]` : server}:${port}`)

const senderOf = (settings: Settings): string => settings.text('SMTPFrom') || settings.text('SMTPAccount')

export const isMailConfigured = (settings: Settings): boolean => settings.text('SMTPServer') !== '' && senderOf(settings) !== ''

/** Mail goes to the very addresses that were found fit, like every other call to the outside. */
export const createMailer = (settings: () => Settings, addressesOf: AddressesOf): Mailer => {
  const isConfigured = (): boolean => isMailConfigured(settings())

  const deliverAt = async (address: string, now: Settings, message: SendMailOptions): Promise<void> => {
    const transport = await openTransport(now, address)
    try {
      await transport.sendMail(message)
    } finally {
      transport.close()
    }
  }

  const deliver = async (to: readonly string[], mail: Mail): Promise<void> => {
    const now = settings()
    const from = { name: now.text('SystemName'), address: senderOf(now) }
    const message = { from, to: [...to], subject: mail.subject, text: textOf(mail), html: htmlOf(mail) }
    const addresses = await addressesOf(smtpUrl(now.text('SMTPServer'), now.number('SMTPPort')))
    for (const [index, address] of addresses.entries()) {
      try {
        return await deliverAt(address, now, message)
      } catch (error) {
        if (index === addresses.length - 1 || !isUnconnected(error)) throw error
      }
    }
  }

  return {
    isConfigured,
    requireConfigured() {
      if (!isConfigured()) throw new Refusal('mail-not-configured')
    },
    async send(to, mail) {
      try {
        await deliver(recipientsOf(to), mail)
      } catch (error) {
        logFailure(error)
        throw new Refusal('mail-failed')
      }
    },
    sendLater(to, mail) {
      const recipients = recipientsOf(to)
      if (!isConfigured() || recipients.length === 0) return
      deliver(recipients, mail).catch(logFailure)
    },
  }
}
