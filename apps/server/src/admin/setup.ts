import { ChannelStatus } from '@weir/contract/channel'
import { SETUP_STEPS, type SetupState, type SetupStep } from '@weir/contract/overview'
import { UNSET_SERVER_ADDRESS } from '@weir/contract/status'
import { TokenStatus } from '@weir/contract/token'
import { isRoot } from '@weir/contract/user'
import type { Store } from '@weir/store/open-store'
import { DEFAULT_ROOT_PASSWORD, verifyPassword } from '../accounts/passwords.ts'
import { hasServerAddress } from '../mail/server-address.ts'
import type { Settings } from '../settings/settings.ts'
import type { ActorContext } from './context.ts'

interface Dependencies {
  readonly store: Pick<Store, 'users' | 'tokens' | 'channels'>
  readonly settings: () => Settings
}

const ROOT_STEPS: readonly SetupStep[] = ['password', 'address']
const LOOKED_AT_TOKENS = 100
const DEFAULT_HOST = new URL(UNSET_SERVER_ADDRESS).host

/** Hashing is heavy on purpose, and the page asks often: a hash is judged once. */
const rememberDefault = () => {
  let last: { readonly hash: string; readonly isDefault: Promise<boolean> } | undefined
  return (hash: string): Promise<boolean> => {
    if (last?.hash !== hash) last = { hash, isDefault: verifyPassword(DEFAULT_ROOT_PASSWORD, hash) }
    return last.isDefault
  }
}

/** What a new installation still needs, told by what is there and not by which buttons were pressed. */
export const openSetup = ({ store, settings }: Dependencies) => {
  const isDefaultHash = rememberDefault()

  const hasOwnPassword = async (id: number): Promise<boolean> => {
    const account = await store.users.findById(id)
    return account === undefined || !(await isDefaultHash(account.passwordHash))
  }

  const hasUsableToken = async (id: number): Promise<boolean> =>
    (await store.tokens.list(id, { offset: 0, limit: LOOKED_AT_TOKENS })).some(({ status }) => status === TokenStatus.enabled)

  /** Whoever was answered shows that a channel and a token work. */
  const wasAnyoneAnswered = async (): Promise<boolean> => {
    const [busiest] = await store.users.list({ offset: 0, limit: 1 }, 'request_count')
    return busiest !== undefined && busiest.request_count > 0
  }

  return async ({ actor, host }: ActorContext): Promise<SetupState> => {
    const enabled = (await store.channels.all()).filter(({ status }) => status === ChannelStatus.enabled)
    const tested = enabled.find(({ last_test }) => last_test?.success === true)
    const untested = enabled.filter(({ last_test }) => last_test?.success !== true).toSorted((a, b) => b.id - a.id)[0]
    const isInUse = await wasAnyoneAnswered()
    const done: Readonly<Record<SetupStep, boolean>> = {
      password: !isRoot(actor.role) || (await hasOwnPassword(actor.id)),
      // Whoever works at the default address has nothing to change.
      address: hasServerAddress(settings()) || host === DEFAULT_HOST,
      channel: isInUse || tested !== undefined,
      token: isInUse || (await hasUsableToken(actor.id)),
      request: isInUse,
    }
    return {
      steps: SETUP_STEPS.filter((id) => isRoot(actor.role) || !ROOT_STEPS.includes(id)).map((id) => ({ id, is_done: done[id] })),
      untested_channel: untested === undefined ? null : { id: untested.id, name: untested.name },
      tested_model: tested?.last_test?.model ?? '',
    }
  }
}
