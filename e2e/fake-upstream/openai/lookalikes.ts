import { z } from 'zod'
import { demand, demandPath, readJson, serveNative, type NativeFake } from '../native-server.ts'
import { answerInOpenai } from './openai-answer.ts'

/** Where channel types that speak OpenAI's wire are asked, behind their own address. */
const PATHS: Readonly<Record<number, string>> = {
  40: '/api/v3/chat/completions',
  47: '/v2/chat/completions',
  49: '/compatible-mode/v1/chat/completions',
  50: '/chat/completions',
  51: '/chat/completions',
}
const USUAL_PATH = '/v1/chat/completions'

/** Keys of a form that the type's form asks for. */
const KEYS: Readonly<Record<number, string>> = {
  22: 'fastgpt-0sp2gtvfdgyi4k30jwlgwf1i-64f335d84283f05518e9e041',
  47: 'bce-v3/ALTAK-weir/secret',
  48: 'spark-key:spark-secret',
}

export const lookalikeKey = (type: number): string => KEYS[type] ?? `sk-of-type-${type}`

export const lookalikeUrl = ({ url }: NativeFake, type: number): string => `${url}/type-${type}`

const body = z.looseObject({
  model: z.string().min(1),
  stream: z.boolean().optional(),
  stream_options: z.object({ include_usage: z.boolean() }).optional(),
})

/** Every provider that differs from OpenAI in little more than address and key, on one server. */
export const openLookalikes = (): NativeFake =>
  serveNative({
    answer: async (request) => {
      const [, type = '', path] = demandPath(request, /^\/type-(\d+)(\/.+)$/)
      demand(path === (PATHS[Number(type)] ?? USUAL_PATH), 404, `type ${type} has no ${path}`)
      demand(request.headers.get('authorization') === `Bearer ${lookalikeKey(Number(type))}`, 401, 'Incorrect API key provided')
      return answerInOpenai(request, await readJson(request, body))
    },
    refuse: (status, message) => Response.json({ error: { message, type: 'invalid_request_error', code: null } }, { status }),
  })
