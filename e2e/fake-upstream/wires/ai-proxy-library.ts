import { z } from 'zod'
import { EVENT_STREAM, demand, demandPath, readJson, scripted, serveNative, streamOf, type NativeFake } from '../native-server.ts'
import { inPieces } from '../script.ts'

export const LIBRARY_ID = '5f1c8a7d2b'

const body = z.strictObject({ model: z.string().min(1), query: z.string().min(1), libraryId: z.string().min(1), stream: z.boolean() })

const framesOf = (text: string, model: string): readonly string[] => {
  const pieces = inPieces(text)
  return pieces.map((content, at) => `data:${JSON.stringify({ content, finish: at === pieces.length - 1, model })}\n`)
}

/** A library of documents: it is asked one question, calls no tools and counts no tokens. */
export const openAiProxyLibrary = (key: string): NativeFake =>
  serveNative({
    answer: async (request) => {
      demandPath(request, /^\/api\/library\/ask$/)
      demand(request.headers.get('authorization') === `Bearer ${key}`, 401, 'invalid api key')
      const { model, query, libraryId, stream } = await readJson(request, body)
      demand(libraryId === LIBRARY_ID, 404, 'the library does not exist')
      const answer = scripted({ text: query, tools: [], results: [], image: undefined, wantsJson: false })
      const text = answer.kind === 'text' ? answer.text : ''
      return stream
        ? streamOf(framesOf(text, model), EVENT_STREAM)
        : Response.json({ success: true, answer: text, documents: [], errCode: 0, message: '' })
    },
    refuse: (status, message) => Response.json({ success: false, errCode: status, message }, { status }),
  })
