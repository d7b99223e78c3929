import type { ChannelTarget } from '@weir/dialects/model/upstream'

/** A signed-in identity sends a token in three parts; everything else is a key of the resource. */
export const credential = ({ key }: ChannelTarget): Readonly<Record<string, string>> =>
  /^eyJ[^.]*\.[^.]+\.[^.]+$/.test(key) ? { authorization: `Bearer ${key}` } : { 'api-key': key }
