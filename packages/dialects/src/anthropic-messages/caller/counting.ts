import { figureAt } from '../../json.ts'
import type { TokenCounting } from '../../model/caller-wire.ts'
import { parseCountCall } from './parse-call.ts'

export const messagesCounting: TokenCounting = {
  parseCall: parseCountCall,
  renderCount: (tokens) => JSON.stringify({ input_tokens: tokens }),
  readCount: (json) => figureAt(json, 'input_tokens'),
}
