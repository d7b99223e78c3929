import type { QuotaDisplay } from '@weir/contract/values/format'
import type { ServerStatus } from '@weir/contract/status'
import { parseJsonObject } from '../browser/json.ts'
import { localStore, remember, type LocalStore } from './local-store.ts'

const DEFAULT_SYSTEM_NAME = 'Weir API Gateway'
export const DEFAULT_LOGO = '/logo.png'

/** A status kept from an older server may lack fields, so every reader names its own default. */
export type KnownStatus = Readonly<Partial<ServerStatus>>

const statusTexts = ['system_name', 'logo', 'footer_html', 'quota_per_unit', 'display_in_currency'] as const

const storedText = (value: string | number | boolean | null | undefined) => value?.toString()

/** What the server last said about itself, kept for the next visit. */
export const createServerStatus = (store: LocalStore) => ({
  status: remember(
    () => store.read('status'),
    (raw): KnownStatus | undefined => parseJsonObject(raw),
  ),
  setStatus: (next: KnownStatus) => {
    const texts = Object.fromEntries(statusTexts.map((key) => [key, storedText(next[key])]))
    store.writeAll({ ...texts, status: JSON.stringify(next) })
  },
  clearStatus: () => store.write('status', undefined),
  systemName: () => store.read('system_name') || DEFAULT_SYSTEM_NAME,
  logo: () => store.read('logo') || DEFAULT_LOGO,
  footerHtml: () => store.read('footer_html') ?? '',
  quotaDisplay: remember(
    () => `${store.read('quota_per_unit') ?? ''}|${store.read('display_in_currency') ?? ''}`,
    (raw): QuotaDisplay => {
      const [perUnit = '', inCurrency] = (raw ?? '').split('|')
      return { quotaPerUnit: Number(perUnit), inCurrency: inCurrency === 'true' }
    },
  ),
})

export const serverStatus = createServerStatus(localStore)
