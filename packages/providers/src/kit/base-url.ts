import { channelTypeById } from '@weir/contract/catalog/channel-types'
import type { ChannelTarget } from '@weir/dialects/model/upstream'

/** Where a channel of this type sends when it names no address; the table of channel types alone knows it. */
export const defaultBaseUrlOf = (channelType: number): string => {
  const type = channelTypeById(channelType)
  if (type === undefined) throw new Error(`there is no channel type ${channelType}`)
  return type.defaultBaseUrl
}

/** The channel's own address, or the provider's, without a slash at the end. */
export const baseUrlOf = (target: ChannelTarget, defaultBaseUrl: string): string => (target.baseUrl || defaultBaseUrl).replace(/\/$/, '')

/** The same without the version that operators may write behind it, for paths that begin with their own. */
export const unversionedUrlOf = (target: ChannelTarget, defaultBaseUrl: string): string =>
  baseUrlOf(target, defaultBaseUrl).replace(/\/v\d+$/, '')

/** For a second wire at another address: an address that is only the first wire's default says nothing about it. */
export const withoutDefaultUrl = (target: ChannelTarget, defaultBaseUrl: string): ChannelTarget =>
  baseUrlOf(target, defaultBaseUrl) === defaultBaseUrl ? { ...target, baseUrl: '' } : target

const CLOUDFLARE_GATEWAY = 'https://gateway.ai.cloudflare.com/'

/**
 * Operators often paste an address that already ends in a version, and special plans have versions of their own:
 * then only what follows the version is appended. Cloudflare's gateway knows the version itself.
 */
export const joinUrl = (base: string, path: string): string => {
  if (path.startsWith('http')) return path
  const isVersioned = /\/v\d+(?:beta)?$/.test(base) || base.startsWith(CLOUDFLARE_GATEWAY)
  return `${base}${isVersioned ? path.replace(/^.*?\/v\d+(?=\/)/, '') : path}`
}

export const withQuery = (url: string, query: string): string => (query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`)
