import { wordTable } from '@weir/dialects/word-table'

/** Names of models whose endpoint is not simply their name in small letters. */
const ENDPOINTS = wordTable<string>({
  'ERNIE-4.0': 'completions_pro',
  'ERNIE-Bot-4': 'completions_pro',
  'ERNIE-4.0-8K': 'completions_pro',
  'ERNIE-Bot': 'completions',
  'ERNIE-3.5-8K': 'completions',
  'ERNIE-Speed': 'ernie_speed',
  'ERNIE-Speed-8K': 'ernie_speed',
  'ERNIE-Bot-8K': 'ernie_bot_8k',
  'ERNIE-Lite-8K-0922': 'eb-instant',
  'ERNIE-Bot-turbo': 'eb-instant',
  'ERNIE-Lite-8K-0308': 'ernie-lite-8k',
  'BLOOMZ-7B': 'bloomz_7b1',
  'bge-large-zh': 'bge_large_zh',
  'bge-large-en': 'bge_large_en',
  'tao-8k': 'tao_8k',
})

export const endpointOf = (model: string): string => ENDPOINTS[model] ?? encodeURIComponent(model.toLowerCase())
