import { z } from 'zod'

const replyShape = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })),
  usage: z.object({ prompt_tokens: z.int(), prompt_tokens_details: z.object({ cached_tokens: z.int() }) }),
})

export interface Turn {
  readonly promptTokens: number
  readonly cachedTokens: number
}

interface Conversation {
  readonly url: string
  readonly key: string
  readonly model: string
  readonly instructions: string
  readonly topic: string
  readonly turns: number
}

/** Asks turn by turn, each with all that was said before, as chat programs do. */
export const converse = async ({ url, key, model, instructions, topic, turns }: Conversation): Promise<readonly Turn[]> => {
  const messages = [{ role: 'system', content: instructions }]
  const told: Turn[] = []
  for (let turn = 0; turn < turns; turn++) {
    messages.push({ role: 'user', content: `${topic}, question ${turn}` })
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages }),
    })
    const { choices, usage } = replyShape.parse(await response.json())
    messages.push({ role: 'assistant', content: choices[0]?.message.content ?? '' })
    told.push({ promptTokens: usage.prompt_tokens, cachedTokens: usage.prompt_tokens_details.cached_tokens })
  }
  return told
}
