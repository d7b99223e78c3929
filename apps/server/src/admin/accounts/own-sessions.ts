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
  route(endSession, async ({ params }, { actor, session, trace }) => {
    const traced = trace((isDone: boolean) => (isDone ? [{ object: `user ${actor.id}` }] : []))
    if (!(await sessions.deleteOwn(actor.id, params.id, traced))) throw notFound('session', params.id)
    if (params.id === actor.session?.idHash) await session.end()
  }),
  route(endSessions, async (_, { actor, session, trace }) => {
    await sessions.deleteForUser(
      actor.id,
      trace((ended) => [{ object: `user ${actor.id}`, after: { ended } }]),
    )
    await session.end()
  }),
]
