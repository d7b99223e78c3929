import { z } from 'zod'
import { Refused, demand, demandPath, readJson, scripted, serveNative, type NativeFake } from '../native-server.ts'

const LANGUAGES = ['DE', 'EN-GB', 'EN-US', 'ES', 'FR', 'IT', 'JA', 'KO', 'PT-BR', 'PT-PT', 'ZH', 'ZH-HANS', 'ZH-HANT']
const MAX_BYTES = 128 * 1024

const body = z.strictObject({ text: z.array(z.string()).min(1).max(50), target_lang: z.string() })

const translated = (text: string): string => {
  const answer = scripted({ text, tools: [], results: [], image: undefined, wantsJson: false })
  if (answer.kind === 'text') return answer.text
  throw new Refused(500, 'a translation calls no tools')
}

/** DeepL's translations. The key has a scheme of its own, and a wrong one is forbidden. */
export const openDeepl = (key: string): NativeFake =>
  serveNative({
    answer: async (request) => {
      demand(request.headers.get('authorization') === `DeepL-Auth-Key ${key}`, 403, 'Forbidden')
      demandPath(request, /^\/v2\/translate$/)
      demand(Number(request.headers.get('content-length')) <= MAX_BYTES, 413, 'Request Entity Too Large')
      const { text, target_lang: language } = await readJson(request, body)
      demand(LANGUAGES.includes(language), 400, "Value for 'target_lang' not supported.")
      return Response.json({ translations: text.map((one) => ({ detected_source_language: 'EN', text: translated(one) })) })
    },
    refuse: (status, message) => Response.json({ message }, { status }),
  })
