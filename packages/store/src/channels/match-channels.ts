import { CHANNEL_FACETS, type ChannelFacet } from '@weir/contract/channels/channel-list'

/** What a list of channels is asked for. An empty member asks for nothing; of several values a channel has to have one. */
export interface ChannelWish {
  readonly keyword?: string | undefined
  readonly type?: readonly number[]
  readonly status?: readonly number[]
  readonly group?: readonly string[]
  readonly model?: readonly string[]
  readonly tag?: readonly string[]
}

/** A channel as far as it is looked at. */
export interface ListedChannel {
  readonly id: number
  readonly name: string
  readonly type: number
  readonly status: number
  readonly group: readonly string[]
  readonly model: readonly string[]
  readonly tag: readonly string[]
  /** The keyword is its key. */
  readonly hasKey: boolean
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
/** Written without spaces, so that a word may begin at every sign. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

const isWordStart = (text: string, at: number): boolean =>
  at === 0 || !LETTER_OR_DIGIT.test(text.charAt(at - 1)) || UNSPACED.test(text.charAt(at))

/** Whether a word of the text begins like that, upper and lower case alike: `4o` is in `gpt-4o`, `pt` is not. */
const hasWord = (text: string, keyword: string): boolean => {
  const lower = text.toLowerCase()
  for (let at = lower.indexOf(keyword); at !== -1; at = lower.indexOf(keyword, at + 1)) if (isWordStart(lower, at)) return true
  return false
}

const isMatchOfKeyword = (channel: ListedChannel, keyword: string): boolean => {
  if (keyword === '' || channel.hasKey || String(channel.id) === keyword) return true
  const lower = keyword.toLowerCase()
  return [channel.name, ...channel.model, ...channel.tag].some((text) => hasWord(text, lower))
}

export const valuesOf = (channel: ListedChannel, facet: ChannelFacet): readonly (string | number)[] =>
  facet === 'type' || facet === 'status' ? [channel[facet]] : channel[facet]

const isMatchOf = (channel: ListedChannel, wish: ChannelWish, facet: ChannelFacet): boolean => {
  const wanted: readonly (string | number)[] = wish[facet] ?? []
  return wanted.length === 0 || valuesOf(channel, facet).some((value) => wanted.includes(value))
}

/** In the order in which they were given. */
export const matchChannels = <C extends ListedChannel>(channels: readonly C[], wish: ChannelWish): readonly C[] =>
  channels.filter(
    (channel) => isMatchOfKeyword(channel, wish.keyword ?? '') && CHANNEL_FACETS.every((facet) => isMatchOf(channel, wish, facet)),
  )
