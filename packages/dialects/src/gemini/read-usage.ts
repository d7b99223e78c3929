import { arrayAt, figureAt, textAt, type JsonObject } from '../json.ts'
import { usageParts, type Usage } from '../model/usage.ts'
import { tierFromGoogle, type ReportedTier } from '../service-tier.ts'
import { wordTable } from '../word-table.ts'

const tokensOf = (modality: 'AUDIO' | 'IMAGE', wire: JsonObject, name: string): number =>
  figureAt(
    arrayAt(wire, name).find((entry) => textAt(entry, 'modality') === modality),
    'tokenCount',
  ) ?? 0

/** What was read from a cache is counted in the prompt as well. */
const partsIn = (wire: JsonObject) => {
  const audioCacheRead = tokensOf('AUDIO', wire, 'cacheTokensDetails')
  const imageCacheRead = tokensOf('IMAGE', wire, 'cacheTokensDetails')
  return {
    audioInput: Math.max(0, tokensOf('AUDIO', wire, 'promptTokensDetails') - audioCacheRead),
    imageInput: Math.max(0, tokensOf('IMAGE', wire, 'promptTokensDetails') - imageCacheRead),
    audioCacheRead,
    audioOutput: tokensOf('AUDIO', wire, 'candidatesTokensDetails'),
    imageOutput: tokensOf('IMAGE', wire, 'candidatesTokensDetails'),
  }
}

/** How Vertex AI tells it. What was paid for in advance costs what the list says. */
const TRAFFIC = wordTable<ReportedTier>({
  ON_DEMAND: 'default',
  ON_DEMAND_FLEX: 'flex',
  ON_DEMAND_PRIORITY: 'priority',
  PROVISIONED_THROUGHPUT: 'default',
})

/** The tier at which upstream says that it has served. */
export const tierFromGemini = (wire: unknown): ReportedTier | undefined => {
  const word = textAt(wire, 'serviceTier')
  return word === undefined || /unspecified$/i.test(word) ? TRAFFIC[textAt(wire, 'trafficType') ?? ''] : tierFromGoogle(word)
}

/** Cached input is part of the prompt's count. Some gateways count thoughts among the candidates' tokens; then the sum shows it. */
export const usageFromGemini = (wire: JsonObject): Usage | undefined => {
  const promptOnly = figureAt(wire, 'promptTokenCount')
  const candidates = figureAt(wire, 'candidatesTokenCount') ?? 0
  if (promptOnly === undefined) return undefined
  const prompt = promptOnly + (figureAt(wire, 'toolUsePromptTokenCount') ?? 0)
  const thoughts = figureAt(wire, 'thoughtsTokenCount') ?? 0
  const isInside = thoughts > 0 && prompt + candidates === figureAt(wire, 'totalTokenCount')
  const output = isInside ? candidates : candidates + thoughts
  const tier = tierFromGemini(wire)
  const cacheRead = Math.min(figureAt(wire, 'cachedContentTokenCount') ?? 0, prompt)
  return {
    input: prompt - cacheRead,
    cacheRead,
    cacheWrite: 0,
    output,
    reasoning: Math.min(thoughts, output),
    ...usageParts(partsIn(wire), { prompt, output }),
    ...(tier && { tier }),
    source: 'upstream',
  }
}
