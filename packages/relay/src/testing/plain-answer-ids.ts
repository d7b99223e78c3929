import type { AnswerIds } from '../answer-ids.ts'

/** Names that can be read in a test: `resp_of-<user>-<channel>-<model>-<upstream\'s id>`. */
export const plainAnswerIds: AnswerIds = {
  seal: ({ channelId, model, upstreamId }, userId) => `resp_of-${userId}-${channelId}-${model}-${upstreamId}`,
  open: (id, userId) => {
    const [, owner, channelId, model = '', upstreamId = ''] = /^resp_of-(\d+)-(\d+)-(\w+)-(.+)$/.exec(id) ?? []
    return Number(owner) === userId ? { channelId: Number(channelId), model, upstreamId } : undefined
  },
}
