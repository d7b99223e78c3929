import type { Language } from '@weir/contract/errors'
import { hasServerAddress, serverAddress } from '../mail/server-address.ts'
import { exactQuota } from '../settings/log-texts.ts'
import type { Settings } from '../settings/settings.ts'
import type { MessageContext } from './message.ts'

export const messageContext = (settings: Settings, language: Language, nowMs: number): MessageContext => ({
  language,
  systemName: settings.text('SystemName'),
  address: hasServerAddress(settings) ? serverAddress(settings) : undefined,
  timeZone: settings.text('TimeZone'),
  nowSeconds: Math.floor(nowMs / 1000),
  quotaText: (quota) => exactQuota(quota, settings),
})
