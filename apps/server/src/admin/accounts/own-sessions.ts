import { notFound } from '@weir/contract/errors'
import { endSession, endSessions, listSessions } from '@weir/contract/sign-in/second-factor'
import type { Store } from '@weir/store/open-store'
import { route, type Route } from '../route.ts'

export const ownSessionRoutes = ({ sessions }: Pick<Store, 'sessions'>): readonly Route[] => [
  route(listSessions, async (_, { actor }) =>
    (await sessions.list(actor.id)).map(({ idHash, createdAt, seenAt, address, agent }) => ({
      id: idHash,
      created_at: createdAt,
      seen_at: seenAt,
      address,
      agent,
      is_current: idHash === actor.session?.idHash,
    })),
  ),
  route(endSession, async ({ params }, { actor, session, recordChange }) => {
    if (params.id === actor.session?.idHash) await session.end()
    else if (!(await sessions.deleteOwn(actor.id, params.id))) throw notFound('session', params.id)
    recordChange({ object: `user ${actor.id}` })
  }),
  route(endSessions, async (_, { actor, session, recordChange }) => {
    const ended = await sessions.deleteForUser(actor.id)
    await session.end()
    recordChange({ object: `user ${actor.id}`, after: { ended } })
  }),
]
