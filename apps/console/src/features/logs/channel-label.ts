import type { LogObject } from '@weir/contract/log'

/** By its name, which people know, and its number, which is its own. */
export const channelLabel = ({ channel, channel_name: name }: Pick<LogObject, 'channel' | 'channel_name'>): string =>
  name === undefined || name === '' ? String(channel) : `${name} #${channel}`
