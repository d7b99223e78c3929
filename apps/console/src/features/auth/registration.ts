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

/** The first thing that is wrong, in the product's order: length, match, then what is missing. Maximum lengths are the server's. */
export const problemWith = ({ username, password, password2 }: RegistrationValues): Problem | undefined => {
  if (password.length < MIN_PASSWORD_LENGTH) return { field: 'password', text: 'register.passwordShort' }
  if (password !== password2) return { field: 'password2', text: 'register.passwordMismatch' }
  if (username === '') return { field: 'username', text: 'register.required' }
  return undefined
}
