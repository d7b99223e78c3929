import type { FinishReason } from '../model/finish-reason.ts'
import { wordTable } from '../word-table.ts'

const REASONS = wordTable<FinishReason>({
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  compaction: 'length',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
})

/** A reason this wire invents later still ends the answer. */
export const finishReasonOf = (reason: string): FinishReason => REASONS[reason] ?? 'stop'
