import { figureAt } from '../../json.ts'
import type { TokenCounting } from '../../model/caller-wire.ts'
import { parseCountCall } from './parse-call.ts'

export const geminiCounting: TokenCounting = {
  parseCall: parseCountCall,
  renderCount: (tokens) => JSON.stringify({ totalTokens: tokens }),
  readCount: (json) => figureAt(json, 'totalTokens'),
}
