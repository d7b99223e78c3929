import { arrayAt, figureAt, textAt, type JsonObject } from '../json.ts'
import { usageParts, type Usage } from '../model/usage.ts'

const spoken = (wire: JsonObject, name: string): number | undefined =>
  figureAt(
    arrayAt(wire, name).find((entry) => textAt(entry, 'modality') === 'AUDIO'),
    'tokenCount',
  )

/** Cached input is part of the prompt's count. Some gateways count thoughts among the candidates' tokens; then the sum shows it. */
export const usageFromGemini = (wire: JsonObject): Usage | undefined => {
  const promptOnly = figureAt(wire, 'promptTokenCount')
  const candidates = figureAt(wire, 'candidatesTokenCount') ?? 0
  if (promptOnly === undefined) return undefined
  const prompt = promptOnly + (figureAt(wire, 'toolUsePromptTokenCount') ?? 0)
  const thoughts = figureAt(wire, 'thoughtsTokenCount') ?? 0
  const isInside = thoughts > 0 && prompt + candidates === figureAt(wire, 'totalTokenCount')
  const output = isInside ? candidates : candidates + thoughts
  const cacheRead = Math.min(figureAt(wire, 'cachedContentTokenCount') ?? 0, prompt)
  const parts = { audioInput: spoken(wire, 'promptTokensDetails'), audioOutput: spoken(wire, 'candidatesTokensDetails') }
  return {
    input: prompt - cacheRead,
    cacheRead,
    cacheWrite: 0,
    output,
    reasoning: Math.min(thoughts, output),
    ...usageParts(parts, { prompt, output }),
    source: 'upstream',
  }
}
