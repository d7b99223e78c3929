import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { addPasskey, askAnyPasskey, offerPasskey, passkeyLogin } from '@weir/contract/sign-in/passkey'
import type { ClientInput, DataOf } from '@weir/contract/endpoint'
import { CallError } from '../api/call-error.ts'
import { t } from '../i18n/language.ts'
import type { PlainKey } from '../i18n/translate.ts'

type CreatedCredential = ClientInput<typeof addPasskey>['body']['credential']
type ShownCredential = ClientInput<typeof passkeyLogin>['body']['credential']

const texts: Readonly<Record<string, PlainKey>> = {
  InvalidStateError: 'passkey.known',
  SecurityError: 'passkey.wrongAddress',
  NotAllowedError: 'passkey.notDone',
  AbortError: 'passkey.notDone',
}

/** What browsers say about passkeys is written for programmers. */
const inWords = (cause: unknown): CallError => {
  const key = (cause instanceof Error ? texts[cause.name] : undefined) ?? 'passkey.failed'
  return new CallError({ kind: 'refused', message: t(key) }, { cause })
}

export const createPasskey = async (options: DataOf<typeof offerPasskey>): Promise<CreatedCredential> => {
  try {
    return await startRegistration({ optionsJSON: options })
  } catch (cause) {
    throw inWords(cause)
  }
}

export const showPasskey = async (options: DataOf<typeof askAnyPasskey>): Promise<ShownCredential> => {
  try {
    return await startAuthentication({ optionsJSON: options })
  } catch (cause) {
    throw inWords(cause)
  }
}
