import { openTransport, smtpUrl } from '../../mail/mailer.ts'
import { AddressDenied, type AddressesOf } from '../../net/outbound-policy.ts'
import { settingsFrom, type Settings } from '../../settings/settings.ts'
import { fault, ok, reasonOf, warning, type Finding } from '../finding.ts'
import { within } from '../within.ts'

const SUBJECT = 'mail'
const WHERE = 'in the console, under Settings'

/** Greets and encrypts as for a mail, without the account: its password is not needed to see whether the server is there. */
const greet = async (settings: Settings, address: string): Promise<void> => {
  const stranger = settingsFrom(
    new Map([
      ['SMTPServer', settings.text('SMTPServer')],
      ['SMTPPort', settings.text('SMTPPort')],
    ]),
  )
  const transport = await openTransport(stranger, address)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

export const checkMail = async (settings: Settings, addressesOf: AddressesOf): Promise<Finding> => {
  const server = settings.text('SMTPServer')
  const port = settings.number('SMTPPort')
  if (server === '') return ok(SUBJECT, 'not configured; no mail is sent')
  if ((settings.text('SMTPFrom') || settings.text('SMTPAccount')) === '')
    return warning(SUBJECT, `${server}:${port} has no sender, and no mail is sent`, `set the sender ${WHERE}`)
  try {
    await within(Promise.resolve(addressesOf(smtpUrl(server, port))).then(([address = server]) => greet(settings, address)))
    return ok(SUBJECT, `${server}:${port} answers; the account is not tried`)
  } catch (error) {
    const reason = error instanceof AddressDenied ? 'the address may not be called' : reasonOf(error)
    return fault(
      SUBJECT,
      `${server}:${port} does not answer as a mail server (${reason})`,
      `correct SMTP server and port ${WHERE}, or open the port in the firewall`,
    )
  }
}
