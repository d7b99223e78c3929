import { Role, userObject } from '@weir/contract/user'
import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import { openServerHarness, type Answer, type CallOptions, type Member, type ServerHarness } from './server-harness.ts'

export const UPSTREAM = 'http://upstream.test/base'
export const CHANNEL_KEY = 'sk-channel-of-the-harness'

export interface UpstreamHarness {
  readonly harness: ServerHarness
  readonly user: Member
  readonly admin: Member
  /** What upstream was sent so far. */
  readonly sent: UpstreamRequest[]
  /** How upstream answers from now on. */
  reply: () => Response
  readonly channelId: number
  /** Calls the relay in English with a token of the member. */
  relay(member: Member, path: string, options?: CallOptions & { readonly method?: string }): Promise<Answer>
  /** What the member has left. */
  quotaOf(member: Member): Promise<number>
}

const answer = (): Response =>
  Response.json({
    choices: [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
  })

/** The whole product with one channel, whose upstream is written down and answers as told. */
export const openUpstreamHarness = async (): Promise<UpstreamHarness> => {
  const sent: UpstreamRequest[] = []
  const keys = new Map<number, string>()
  const harness = await openServerHarness({
    upstream: (request) => {
      sent.push(request)
      return Promise.resolve(opened.reply())
    },
  })
  const user = await harness.member(Role.user)
  const admin = await harness.member(Role.admin)
  for (const member of [user, admin]) keys.set(member.id, (await harness.token(member)).key)
  const models = 'gpt-4o-mini,whisper-1,dall-e-2,tts-1'
  const fields = { type: 1, name: 'one', key: CHANNEL_KEY, base_url: UPSTREAM, models, group: 'default' }
  await harness.call('POST', '/api/channel/', { cookie: admin.cookie, body: fields })
  const [channel] = await harness.store.channels.list({ offset: 0, limit: 1 })
  const opened: UpstreamHarness = {
    harness,
    user,
    admin,
    sent,
    reply: answer,
    channelId: channel?.id ?? 0,
    relay: (member, path, { method = 'POST', headers, ...rest } = {}) =>
      harness.call(method, path, {
        headers: { authorization: `Bearer sk-${keys.get(member.id)}`, 'accept-language': 'en', ...headers },
        ...rest,
      }),
    quotaOf: async (member) => {
      const self = await harness.call('GET', '/api/user/self', { cookie: member.cookie })
      return userObject.parse(self.json?.['data']).quota
    },
  }
  return opened
}
