import type { QuotaDisplay } from '@weir/contract/format'
import type { SessionUser } from '@weir/contract/session'
import type { ServerStatus } from '@weir/contract/status'
import { createObservable } from '../browser/observable.ts'
import { openStorage, type KeyValueStorage } from '../browser/storage.ts'

const DEFAULT_SYSTEM_NAME = 'Weir API Gateway'
export const DEFAULT_LOGO = '/logo.png'

/** A status kept from an older server may lack fields, so every reader names its own default. */
export type KnownStatus = Readonly<Partial<ServerStatus>>
export type ChannelModels = Readonly<Record<string, readonly string[]>>

/** Keys of our own. The prefix keeps the product's names clean. */
export type Preference = 'lang' | 'theme' | 'nav' | `columns.${string}`

export type SiteText = 'notice' | 'about' | 'home_page_content'

type Fields = Readonly<Record<string, unknown>>

const parseObject = (raw: string | null): Fields | undefined => {
  try {
    const value: unknown = JSON.parse(raw ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0)

const parseUser = (raw: string | null): SessionUser | undefined => {
  const fields = parseObject(raw)
  if (typeof fields?.role !== 'number') return undefined
  return {
    id: numberOf(fields.id),
    username: textOf(fields.username),
    display_name: textOf(fields.display_name),
    role: fields.role,
    status: numberOf(fields.status),
  }
}

const parseModels = (raw: string | null): ChannelModels => {
  const models: Record<string, readonly string[]> = {}
  for (const [type, names] of Object.entries(parseObject(raw) ?? {}))
    models[type] = Array.isArray(names) ? names.map(textOf).filter(Boolean) : []
  return models
}

/** useSyncExternalStore compares by identity: the same stored text must give the same object. */
const remember = <T>(read: () => string | null, parse: (raw: string | null) => T): (() => T) => {
  let last: { readonly raw: string | null; readonly value: T } | undefined
  return () => {
    const raw = read()
    if (last === undefined || last.raw !== raw) last = { raw, value: parse(raw) }
    return last.value
  }
}

const statusTexts = ['system_name', 'logo', 'footer_html', 'quota_per_unit', 'display_in_currency'] as const

/** Everything the console keeps in the browser, in one place. Broken values read as absent. */
export const createSession = (storage: KeyValueStorage) => {
  const version = createObservable(0)
  const changed = () => version.set(version.get() + 1)
  const write = (key: string, value: string | undefined) => {
    if (value === undefined) storage.removeItem(key)
    else storage.setItem(key, value)
    changed()
  }

  const user = remember(() => storage.getItem('user'), parseUser)
  const status = remember(
    () => storage.getItem('status'),
    (raw): KnownStatus | undefined => parseObject(raw),
  )
  const quotaDisplay = remember(
    () => `${storage.getItem('quota_per_unit') ?? ''}|${storage.getItem('display_in_currency') ?? ''}`,
    (raw): QuotaDisplay => {
      const [perUnit = '', inCurrency] = (raw ?? '').split('|')
      return { quotaPerUnit: Number(perUnit), inCurrency: inCurrency === 'true' }
    },
  )
  let models: ChannelModels | undefined
  let hasExpired = false

  if (storage.getItem('user') !== null && user() === undefined) storage.removeItem('user')

  return {
    subscribe: version.subscribe,
    /** Another tab changed the storage. */
    changed,

    user,
    signIn: ({ id, username, display_name, role, status: state }: SessionUser) => {
      hasExpired = false
      write('user', JSON.stringify({ id, username, display_name, role, status: state }))
    },
    signOut: () => {
      hasExpired = false
      write('user', undefined)
    },
    /** The server no longer knows the session: until the next sign-in the guard leads to the page that says so. */
    expire: () => {
      hasExpired = true
      write('user', undefined)
    },
    hasExpired: () => hasExpired,

    status,
    setStatus: (next: KnownStatus) => {
      for (const key of statusTexts) {
        const value = next[key]
        if (value === undefined || value === null) storage.removeItem(key)
        else storage.setItem(key, String(value))
      }
      write('status', JSON.stringify(next))
    },
    clearStatus: () => write('status', undefined),
    systemName: () => storage.getItem('system_name') || DEFAULT_SYSTEM_NAME,
    logo: () => storage.getItem('logo') || DEFAULT_LOGO,
    footerHtml: () => storage.getItem('footer_html') ?? '',
    quotaDisplay,

    channelModels: () => (models ??= parseModels(storage.getItem('channel_models'))),
    setChannelModels: (next: ChannelModels) => {
      models = next
      write('channel_models', JSON.stringify(next))
    },

    referralCode: () => storage.getItem('aff') ?? '',
    setReferralCode: (code: string) => write('aff', code === '' ? undefined : code),

    /** The last text of the operator that was seen: shown until the server has answered. */
    siteText: (name: SiteText) => storage.getItem(name) ?? '',
    setSiteText: (name: SiteText, text: string) => write(name, text === '' ? undefined : text),

    isPromptDone: (topic: string) => storage.getItem(`prompt-${topic}`) === 'true',
    finishPrompt: (topic: string) => write(`prompt-${topic}`, 'true'),

    preference: (name: Preference) => storage.getItem(`ui.${name}`) ?? '',
    setPreference: (name: Preference, value: string) => write(`ui.${name}`, value === '' ? undefined : value),
  }
}

export const session = createSession(openStorage('localStorage'))
