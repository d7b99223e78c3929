import { z } from 'zod'

/** A provider that keeps prompts by the key that sent them, as real ones keep them by account, and says how much of a prompt it found. */
export interface CachingUpstream {
  readonly url: string
  readonly stop: () => Promise<void>
}

const CHARACTERS_PER_TOKEN = 4

const callShape = z.object({ model: z.string(), messages: z.array(z.looseObject({ content: z.string() })) })

const tokensIn = (messages: readonly { readonly content: string }[]): number =>
  messages.reduce((sum, { content }) => sum + Math.ceil(content.length / CHARACTERS_PER_TOKEN), 0)

/** Every beginning of the prompt, the longest first. */
const beginningsOf = <T>(messages: readonly T[]): readonly (readonly T[])[] =>
  messages.map((_, at) => messages.slice(0, messages.length - at))

export const startCachingUpstream = (): CachingUpstream => {
  const kept = new Map<string, Set<string>>()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const key = request.headers.get('authorization') ?? ''
      const known = kept.get(key) ?? new Set<string>()
      kept.set(key, known)
      const { model, messages } = callShape.parse(await request.json())
      const beginnings = beginningsOf(messages)
      const found = beginnings.find((beginning) => known.has(JSON.stringify([model, beginning]))) ?? []
      for (const beginning of beginnings) known.add(JSON.stringify([model, beginning]))
      return Response.json({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model,
        choices: [{ index: 0, message: { role: 'assistant', content: `Answer ${messages.length}.` }, finish_reason: 'stop' }],
        usage: {
          prompt_tokens: tokensIn(messages),
          completion_tokens: 3,
          total_tokens: tokensIn(messages) + 3,
          prompt_tokens_details: { cached_tokens: tokensIn(found) },
        },
      })
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}
