import { z } from 'zod'
import { demand, demandPath, readJson, serveNative, type NativeFake } from '../native-server.ts'
import { answerInOpenai } from '../openai/openai-answer.ts'

export const CLOUDFLARE_ACCOUNT = '023e105f4ecef8ad9ca31a8372d0c353'

const body = z.looseObject({
  model: z.string(),
  stream: z.boolean().optional(),
  stream_options: z.object({ include_usage: z.boolean() }).optional(),
  max_tokens: z.int().positive().optional(),
  temperature: z.number().min(0).max(5).optional(),
})

const UNKNOWN_ROUTE = 'Could not route to this address, perhaps your object identifier is invalid?'
const UNKNOWN_MODEL = 'No such model or task'

const codeOf = (status: number, message: string): number => {
  if (status === 401) return 10_000
  if (status === 429) return 971
  if (message === UNKNOWN_ROUTE) return 7003
  return message === UNKNOWN_MODEL ? 5007 : 5006
}

/** Workers AI on its OpenAI-compatible path. The account is a part of the address; errors come in Cloudflare's own envelope. */
export const openCloudflare = (key: string): NativeFake =>
  serveNative({
    answer: async (request) => {
      demand(request.headers.get('authorization') === `Bearer ${key}`, 401, 'Authentication error')
      const [, account] = demandPath(request, /^\/client\/v4\/accounts\/(\w+)\/ai\/v1\/chat\/completions$/)
      demand(account === CLOUDFLARE_ACCOUNT, 400, UNKNOWN_ROUTE)
      const asked = await readJson(request, body)
      demand(/^@(cf|hf)\/[\w-]+\/[\w.-]+$/.test(asked.model), 400, UNKNOWN_MODEL)
      return answerInOpenai(request, asked)
    },
    refuse: (status, message) =>
      Response.json({ success: false, errors: [{ code: codeOf(status, message), message }], messages: [], result: null }, { status }),
  })
