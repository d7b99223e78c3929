import { z } from 'zod'
import { EVENT_STREAM, dataFrame, demand, demandPath, readJson, serveNative, type NativeFake } from '../native-server.ts'
import { answerInOpenai } from './openai-answer.ts'

export const AZURE_VERSION = '2024-10-21'

const body = z.looseObject({
  stream: z.boolean().optional(),
  stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
})

const FILTER_RESULTS = {
  prompt_filter_results: [{ prompt_index: 0, content_filter_results: { hate: { filtered: false, severity: 'safe' } } }],
}

/** Before the answer comes a chunk that holds no choice. */
const afterTheFilter = async function* (stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(dataFrame({ choices: [], created: 0, id: '', model: '', object: '', ...FILTER_RESULTS }))
  yield* stream
}

/** Azure's deployments: the model stands in the address, and the key has a header of its own. */
export const openAzure = (key: string): NativeFake =>
  serveNative({
    answer: async (request) => {
      const [, deployment = ''] = demandPath(
        request,
        new RegExp(`^/openai/deployments/([\\w-]+)/chat/completions\\?api-version=${AZURE_VERSION}$`),
      )
      demand(request.headers.get('api-key') === key, 401, 'Access denied due to invalid subscription key or wrong API endpoint.')
      const asked = await readJson(request, body)
      const reply = answerInOpenai(request, { ...asked, model: deployment })
      if (asked.stream !== true || reply.body === null) return reply
      return new Response(afterTheFilter(reply.body), { headers: { 'content-type': EVENT_STREAM } })
    },
    refuse: (status, message) => Response.json({ error: { code: String(status), message } }, { status }),
  })
