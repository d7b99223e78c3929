import { MIN_PASSWORD_LENGTH } from '@weir/contract/user'
import type { PlainKey } from '../../shared/i18n/translate.ts'

export interface RegistrationValues {
  readonly username: string
  readonly password: string
  readonly password2: string
  readonly email: string
  readonly verification_code: string
}

export const emptyRegistration: RegistrationValues = { username: '', password: '', password2: '', email: '', verification_code: '' }

type Problem = { readonly field: keyof RegistrationValues; readonly text: PlainKey }

/** All that is wrong, one for each field, in the product's order: length, match, then what is missing. Maximum lengths are the server's. */
export const problemsWith = ({ username, password, password2 }: RegistrationValues): readonly Problem[] => [
  ...(password.length < MIN_PASSWORD_LENGTH ? [{ field: 'password', text: 'register.passwordShort' } as const] : []),
  ...(password === password2 ? [] : [{ field: 'password2', text: 'register.passwordMismatch' } as const]),
  ...(password2 === '' && password === '' ? [{ field: 'password2', text: 'register.required' } as const] : []),
  ...(username === '' ? [{ field: 'username', text: 'register.required' } as const] : []),
]
