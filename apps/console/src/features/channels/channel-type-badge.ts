import type { ChannelType } from '@weir/contract/catalog/channel-type'
import { channelTypeById, channelTypes } from '@weir/contract/catalog/channel-types'
import type { Language, Translate } from '../../shared/i18n/translate.ts'
import type { BadgeColor } from '../../shared/ui/badge/badge.tsx'

/** What operators look for first stands first; types the list does not name follow by their number. */
const firstTypes = [
  1, 14, 33, 3, 11, 24, 28, 15, 17, 18, 16, 19, 25, 23, 26, 27, 29, 30, 31, 32, 34, 35, 36, 37, 38, 39, 8, 22, 21, 20, 2, 5, 7, 10, 4, 6, 9,
  12, 13,
]

const rank = ({ id }: ChannelType) => (firstTypes.includes(id) ? firstTypes.indexOf(id) : firstTypes.length + id)

export const channelTypesInOrder: readonly ChannelType[] = channelTypes.toSorted((a, b) => rank(a) - rank(b))

/** A type this console does not know shows its number. */
export const channelTypeName = (id: number, language: Language, t: Translate): string => {
  if (id === 0) return t('channel.type.unknown')
  return channelTypeById(id)?.name[language] ?? t('channel.type.unlisted', { id })
}

export const channelTypeColor = (id: number): BadgeColor => channelTypeById(id)?.color ?? 'grey'
