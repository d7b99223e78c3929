import type { ChannelTarget } from '@weir/dialects/model/upstream'

/** The channel's own address, or the provider's, without a slash at the end. */
export const baseUrlOf = (target: ChannelTarget, defaultBaseUrl: string): string => (target.baseUrl || defaultBaseUrl).replace(/\/$/, '')

/** For a second wire at another address: an address that is only the first wire's default says nothing about it. */
export const withoutDefaultUrl = (target: ChannelTarget, defaultBaseUrl: string): ChannelTarget =>
  baseUrlOf(target, defaultBaseUrl) === defaultBaseUrl ? { ...target, baseUrl: '' } : target
