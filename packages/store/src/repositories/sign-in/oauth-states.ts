import { nowSeconds, type StoreContext } from '../../context.ts'
import { isHitAmong } from '../../rows.ts'

/** Where a sign-in began: this browser, this user (0 for none) and, when it was named, this provider. */
export interface StateBinding {
  readonly visitorId: string
  readonly userId: number
  /** Empty: any provider, once. */
  readonly provider: string
}

export interface OauthStates {
  add(state: string, binding: StateBinding): Promise<void>
  /** True once, and only where the sign-in began. A stranger's try does not use the state up. */
  take(state: string, binding: StateBinding): Promise<boolean>
  deleteExpired(): Promise<void>
}

const LIFE_SECONDS = 600

export const createOauthStates = ({ kysely, vault, clock }: StoreContext): OauthStates => {
  const textOf = (kind: 'state' | 'visitor', value: string): string => `${kind}|${value}`
  const hmacOf = (kind: 'state' | 'visitor', value: string): string => vault.lookup('oauth-state-hmac', textOf(kind, value))
  return {
    async add(state, { visitorId, userId, provider }) {
      await kysely
        .insertInto('oauth_states')
        .values({
          state_hmac: hmacOf('state', state),
          visitor_hmac: hmacOf('visitor', visitorId),
          user_id: userId,
          provider,
          expires_at: nowSeconds(clock) + LIFE_SECONDS,
        })
        .execute()
    },
    take: (state, { visitorId, userId, provider }) =>
      isHitAmong(vault.lookups('oauth-state-hmac', textOf('state', state)), async (stateHmac) => {
        const { numDeletedRows } = await kysely
          .deleteFrom('oauth_states')
          .where('state_hmac', '=', stateHmac)
          .where('visitor_hmac', 'in', vault.lookups('oauth-state-hmac', textOf('visitor', visitorId)))
          .where('user_id', '=', userId)
          .where('provider', 'in', ['', provider])
          .where('expires_at', '>', nowSeconds(clock))
          .executeTakeFirstOrThrow()
        return numDeletedRows
      }),
    async deleteExpired() {
      await kysely.deleteFrom('oauth_states').where('expires_at', '<=', nowSeconds(clock)).execute()
    },
  }
}
