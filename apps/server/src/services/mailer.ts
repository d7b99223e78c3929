import { Refusal } from '@weir/contract/errors'
import nodemailer from 'nodemailer'
import { describeError, log } from '../log.ts'
import type { Mail } from './mail-texts.ts'
import type { Settings } from './settings.ts'

const IMPLICIT_TLS_PORT = 465
const TIMEOUT_MS = 10_000

export interface Mailer {
  isConfigured(): boolean
  /** Refuses with `mail-not-configured`. */
  requireConfigured(): void
  /** Several addresses are separated by `;`. Refuses with `mail-failed`. */
  send(to: string, mail: Mail): Promise<void>
  /** For mails nobody waits for. Nothing happens when there is no mail server or no address. */
  sendLater(to: string, mail: Mail): void
}

/** From here on the connection is encrypted whenever the server can, and its certificate is always checked. */
export const transportOptions = (settings: Settings) => {
  const port = settings.number('SMTPPort')
  const user = settings.text('SMTPAccount')
  const pass = settings.text('SMTPToken')
  return {
    host: settings.text('SMTPServer'),
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
const noteFailure = (error: unknown): void => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  log.error('mail could not be sent', { ...describeError(error), code })
}

export const createMailer = (settings: () => Settings): Mailer => {
  const senderOf = (now: Settings): string => now.text('SMTPFrom') || now.text('SMTPAccount')
  const isConfigured = (): boolean => settings().text('SMTPServer') !== '' && senderOf(settings()) !== ''

  const deliver = async (to: readonly string[], mail: Mail): Promise<void> => {
    const now = settings()
    const transport = nodemailer.createTransport(transportOptions(now))
    try {
      const from = { name: now.text('SystemName'), address: senderOf(now) }
      await transport.sendMail({ from, to: [...to], subject: mail.subject, text: textOf(mail), html: htmlOf(mail) })
    } finally {
      transport.close()
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
        noteFailure(error)
        throw new Refusal('mail-failed')
      }
    },
    sendLater(to, mail) {
      const recipients = recipientsOf(to)
      if (!isConfigured() || recipients.length === 0) return
      deliver(recipients, mail).catch(noteFailure)
    },
  }
}
