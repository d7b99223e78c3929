import { nowSeconds, type StoreContext } from '../../context.ts'

/** Who asked and what for: an answer counts for nothing else. */
export interface ChallengeBinding {
  readonly purpose: 'add' | 'show' | 'sign-in'
  /** The session or, before there is one, the browser. */
  readonly holder: string
  /** 0 where the answer is to tell who it is. */
  readonly userId: number
}

export interface PasskeyChallenges {
  /** Replaces what this holder was asked before for the same purpose. */
  add(challenge: string, binding: ChallengeBinding): Promise<void>
  /** True once, in time, and only for the holder. A stranger's try does not use the challenge up. */
  take(challenge: string, binding: ChallengeBinding): Promise<boolean>
  deleteExpired(): Promise<void>
}

/** Time to find a key or a telephone, and no longer. */
const LIFE_SECONDS = 300

export const createPasskeyChallenges = ({ kysely, vault, clock }: StoreContext): PasskeyChallenges => {
  const challengeText = (challenge: string): string => `challenge|${challenge}`
  const holderText = ({ purpose, holder }: ChallengeBinding): string => `${purpose}|${holder}`
  const written = (text: string): string => vault.lookup('passkey-challenge-hmac', text)
  const found = (text: string): readonly string[] => vault.lookups('passkey-challenge-hmac', text)
  return {
    async add(challenge, binding) {
      await kysely
        .deleteFrom('passkey_challenges')
        .where('holder_hmac', 'in', found(holderText(binding)))
        .execute()
      const asked = {
        challenge_hmac: written(challengeText(challenge)),
        holder_hmac: written(holderText(binding)),
        user_id: binding.userId,
      }
      await kysely
        .insertInto('passkey_challenges')
        .values({ ...asked, expires_at: nowSeconds(clock) + LIFE_SECONDS })
        .execute()
    },
    async take(challenge, binding) {
      const { numDeletedRows } = await kysely
        .deleteFrom('passkey_challenges')
        .where('challenge_hmac', 'in', found(challengeText(challenge)))
        .where('holder_hmac', 'in', found(holderText(binding)))
        .where('user_id', '=', binding.userId)
        .where('expires_at', '>', nowSeconds(clock))
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
    async deleteExpired() {
      await kysely.deleteFrom('passkey_challenges').where('expires_at', '<=', nowSeconds(clock)).execute()
    },
  }
}
