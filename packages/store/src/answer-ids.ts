import type { AnswerIds } from '@weir/relay/answer-ids'
import { WrongKey } from './errors.ts'
import type { Vault } from './vault.ts'

const PREFIX = 'resp_'
/** Longer than any that was given out; anything else is not worth opening. */
const GIVEN = /^resp_[\w-]{40,1000}$/
const SEPARATOR = '\n'

const placeOf = (userId: number): string => `answer.${userId}`

/** Ids that open for the user they were given to and for nobody else. Nothing is stored: what an id must tell is sealed in it. */
export const createAnswerIds = (vault: Pick<Vault, 'sealSteadily' | 'open'>): AnswerIds => ({
  seal({ channelId, keyId, model, upstreamId }, userId) {
    const keeper = keyId === undefined ? channelId : `${channelId}/${keyId}`
    const sealed = vault.sealSteadily('answer-id', placeOf(userId), [keeper, model, upstreamId].join(SEPARATOR))
    return `${PREFIX}${Buffer.from(sealed, 'base64').toString('base64url')}`
  },
  open(id, userId) {
    if (!GIVEN.test(id)) return undefined
    try {
      const [keeper = '', model = '', ...rest] = vault.open('answer-id', placeOf(userId), id.slice(PREFIX.length)).split(SEPARATOR)
      const [channelId, keyId] = keeper.split('/').map(Number)
      const key = keyId === undefined ? {} : { keyId }
      return { channelId: channelId ?? 0, ...key, model, upstreamId: rest.join(SEPARATOR) }
    } catch (error) {
      if (error instanceof WrongKey) return undefined
      throw error
    }
  },
})
