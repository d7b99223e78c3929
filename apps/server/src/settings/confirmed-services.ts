import { optionServices, type OptionService } from '@weir/contract/options/option-services'
import type { OptionKey } from '@weir/contract/options/option'
import { isAdmin } from '@weir/contract/user'
import type { Settings } from './settings.ts'

type ProviderService = Extract<OptionService, 'github' | 'lark' | 'oidc' | 'wechat'>

interface SignInProvider {
  readonly key: ProviderService
  isOpen(settings: Settings): boolean
}

const isConfirmed = (settings: Settings, service: OptionService): boolean => {
  const keys: readonly OptionKey[] = optionServices[service]
  return keys.every((key) => settings.isConfirmed(key))
}

/** The address that codes come back to is a part of every provider. */
export const isProviderConfirmed = (settings: Settings, provider: ProviderService): boolean =>
  isConfirmed(settings, provider) && isConfirmed(settings, 'server')

export const isMailConfirmed = (settings: Settings): boolean => isConfirmed(settings, 'smtp')

export const isPusherConfirmed = (settings: Settings): boolean => isConfirmed(settings, 'pusher')

export const isPriceListConfirmed = (settings: Settings): boolean => isConfirmed(settings, 'prices')

/** A reset link goes by mail, leads to the server's address and is asked for behind the human check. */
export const isResetConfirmed = (settings: Settings): boolean =>
  isMailConfirmed(settings) &&
  isConfirmed(settings, 'server') &&
  (!settings.isOn('TurnstileCheckEnabled') || isConfirmed(settings, 'turnstile'))

/** Keys are sent to these addresses, so that admins are told only what root has saved. */
export const isShownTo = (role: number, settings: Settings, service: 'server' | 'chat'): boolean =>
  !isAdmin(role) || isConfirmed(settings, service)

/** Admins keep their password where an admin turned passwords off, or where no provider would let them in: root cannot be locked out. */
export const isPasswordOpen = (role: number, settings: Settings, providers: readonly SignInProvider[]): boolean => {
  if (settings.isOn('PasswordLoginEnabled')) return true
  if (!isAdmin(role)) return false
  const letsAdminsIn = (provider: SignInProvider) => provider.isOpen(settings) && isProviderConfirmed(settings, provider.key)
  return !isConfirmed(settings, 'password') || !providers.some(letsAdminsIn)
}
