import { Refusal } from '@weir/contract/errors'
import { LogType } from '@weir/contract/log'
import { MOST_OVERVIEW_TOKENS, getOverview } from '@weir/contract/overview'
import { isAdmin } from '@weir/contract/user'
import type { Store } from '@weir/store/open-store'
import type { Settings } from '../settings/settings.ts'
import { route, type Route } from './route.ts'
import { openSetup } from './setup.ts'

interface Dependencies {
  readonly store: Pick<Store, 'users' | 'tokens' | 'channels' | 'logs' | 'pool'>
  readonly settings: () => Settings
}

const ANSWERED = { type: LogType.consume, outcome: 'ok' } as const

export const overviewRoutes = ({ store, settings }: Dependencies): readonly Route[] => {
  const setupFor = openSetup({ store, settings })
  return [
    route(getOverview, async (_, context) => {
      const { actor } = context
      const account = await store.users.findById(actor.id)
      if (account === undefined) throw new Refusal('not-signed-in')
      const { quota, used_quota, request_count, group } = account.user
      const [tokens, [last], pool, setup] = await Promise.all([
        store.tokens.list(actor.id, { offset: 0, limit: MOST_OVERVIEW_TOKENS }),
        store.logs.listOwn(actor.id, ANSWERED, { offset: 0, limit: 1 }),
        store.pool.snapshot(),
        isAdmin(actor.role) ? setupFor(context) : null,
      ])
      return {
        quota,
        used_quota,
        request_count,
        tokens: [...tokens],
        models: [...pool.modelsOf(group)],
        last_answered: last === undefined ? null : { model_name: last.model_name, token_name: last.token_name },
        setup,
      }
    }),
  ]
}
