import { countAt } from '@weir/dialects/json'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import { askBalance } from '../kit/balance.ts'
import { nativeChat } from '../kit/native-chat.ts'
import { defineProvider } from '../kit/define.ts'
import { faultOfStatus } from '../kit/openai-wire.ts'
import { credential, dropped, encodeChat, serverOf } from './request.ts'
import { decodeChat, openStream } from './response.ts'

/** Statuses with a meaning of their own here. */
const FAULTS: ReadonlyMap<number, UpstreamFault> = new Map([
  [403, 'bad-credential'],
  [456, 'out-of-credit'],
])

export const deepl = defineProvider({
  id: 'deepl',
  channelType: 38,
  chat: nativeChat({ encode: encodeChat, wire: { kind: 'native', decode: decodeChat, openStream }, dropped }, []),
  balance: askBalance({
    url: (target) => `${serverOf(target)}/v2/usage`,
    headers: credential,
    read: (reply) => {
      const [limit, used] = [countAt(reply, 'character_limit'), countAt(reply, 'character_count')]
      return limit === undefined || used === undefined ? undefined : limit - used
    },
  }),
  classify: (status) => FAULTS.get(status) ?? faultOfStatus(status),
})
