import type { Trace } from '@weir/store/audit/traced'
import type { SecondFactors } from '@weir/store/repositories/sign-in/second-factors'
import { newRecoveryCode } from '../net/random-text.ts'

const RECOVERY_CODES = 10

export interface RecoveryCodes {
  /** New codes in place of the old ones, readable only now. */
  renew(userId: number, trace?: Trace<void>): Promise<string[]>
  /** For the first factor; empty when there are codes already. */
  giveOnce(userId: number): Promise<string[]>
}

export const createRecoveryCodes = (factors: SecondFactors): RecoveryCodes => {
  const renew: RecoveryCodes['renew'] = async (userId, trace) => {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
    await factors.replaceRecoveryCodes(
      userId,
      codes.map((code) => code.replaceAll('-', '')),
      trace,
    )
    return codes
  }
  return { renew, giveOnce: async (userId) => ((await factors.state(userId)).recoveryCodes > 0 ? [] : await renew(userId)) }
}
