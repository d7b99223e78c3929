import { catalog } from './catalog/catalog.ts'

/** Channel type → the vendor of the catalogue whose models it sells. */
const vendors: Readonly<Record<number, string>> = {
  1: 'openai',
  3: 'openai',
  14: 'anthropic',
  16: 'zhipu',
  17: 'ali',
  24: 'gemini',
  25: 'moonshot',
  27: 'minimax',
  28: 'mistral',
  29: 'groq',
  35: 'cohere',
  36: 'deepseek',
  37: 'cloudflare',
  39: 'together',
  40: 'doubao',
  45: 'xai',
}

const namesOf = (vendor: string): readonly string[] =>
  [...catalog.values()]
    .filter((entry) => entry.vendor === vendor)
    .map((entry) => entry.model)
    .toSorted()

/** The models a new channel of this type is likely to serve. */
export const defaultModelsOf = (type: number): readonly string[] => {
  const vendor = vendors[type]
  return vendor === undefined ? [] : namesOf(vendor)
}
