import { servedWires } from '@weir/contract/catalog/served-wires'
import type { Translate } from '../../../shared/i18n/translate.ts'

/** What a channel of this type serves as it is, below the choice of the type. */
export const servesHint = (channelType: number, t: Translate): string => {
  const wires = servedWires(channelType).map((wire) => t(`channel.route.wire.${wire}`))
  return wires.length === 0 ? t('channel.servesNothing') : t('channel.serves', { wires: wires.join(t('channel.servesAnd')) })
}
