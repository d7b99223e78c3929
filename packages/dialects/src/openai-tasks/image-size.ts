import { wordTable } from '../word-table.ts'

/** What one picture costs in thousandths of the model's smallest, by size. Models that are not listed take any size at one price. */
const FACTORS = wordTable<Readonly<Record<string, number>>>({
  'dall-e-2': { '256x256': 1, '512x512': 1.125, '1024x1024': 1.25 },
  'dall-e-3': { '1024x1024': 1, '1024x1792': 2, '1792x1024': 2 },
})

const hdFactor = (model: string, size: string, quality: string): number => {
  if (model !== 'dall-e-3' || quality !== 'hd') return 1
  return size === '1024x1024' ? 2 : 1.5
}

export const DEFAULT_IMAGE_SIZE = '1024x1024'
export const DEFAULT_IMAGE_QUALITY = 'standard'
const UNITS_PER_IMAGE = 1000

/** Longer words name nothing that is sold, and are not kept with a charge. */
const MAX_WORD = 32

/** A size or a quality as price sheets write it; upstreams differ in the sign between width and height. */
export const pictureWord = (asked: string): string => {
  const word = asked.trim().toLowerCase().replaceAll(/[*×]/g, 'x')
  return word.length > MAX_WORD ? '' : word
}

/** Undefined when the model does not make pictures of this size. */
export const imageUnits = (model: string, size: string, quality: string): number | undefined => {
  const sizes = FACTORS[model]
  const factor = sizes === undefined ? 1 : sizes[size]
  return factor === undefined ? undefined : Math.ceil(UNITS_PER_IMAGE * factor * hdFactor(model, size, quality))
}
