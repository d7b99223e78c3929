import type { ChannelTarget } from '@weir/dialects/model/upstream'

/** The channel's own address, or the provider's, without a slash at the end. */
export const baseUrlOf = (target: ChannelTarget, defaultBaseUrl: string): string => (target.baseUrl || defaultBaseUrl).replace(/\/$/, '')
