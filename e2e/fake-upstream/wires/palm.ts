import { z } from 'zod'
import { googleError } from './gemini.ts'
import { demand, demandPath, readJson, scripted, serveNative, type NativeFake } from '../native-server.ts'

const body = z.strictObject({
  prompt: z.strictObject({ messages: z.array(z.strictObject({ author: z.enum(['0', '1']), content: z.string().min(1) })).min(1) }),
  candidateCount: z.int().min(1).max(8).optional(),
  temperature: z.number().min(0).max(1).optional(),
  topP: z.number().optional(),
  topK: z.number().optional(),
})

/** Google's first chat model: text only, never a stream, and no word about usage. */
export const openPalm = (key: string): NativeFake =>
  serveNative({
    answer: async (request) => {
      demandPath(request, /^\/v1beta2\/models\/chat-bison-001:generateMessage$/)
      demand(request.headers.get('x-goog-api-key') === key, 401, 'Request had invalid authentication credentials.')
      const { prompt } = await readJson(request, body)
      const text = prompt.messages.at(-1)?.content ?? ''
      const answer = scripted({ text, tools: [], results: [], image: undefined, wantsJson: false })
      return Response.json({ candidates: [{ author: '1', content: answer.kind === 'text' ? answer.text : '' }] })
    },
    refuse: googleError,
  })
