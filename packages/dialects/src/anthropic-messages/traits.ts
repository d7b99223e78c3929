import { textAt } from '../json.ts'
import type { ReplyTraits } from '../model/event.ts'
import { wordTable } from '../word-table.ts'

/** OpenAI's word for the usual tier is another. */
const TIERS = wordTable<string>({ standard: 'default', priority: 'priority' })

/** What the figures say of the answer as a whole. */
export const traitsOf = (usage: unknown): ReplyTraits | undefined => {
  const serviceTier = TIERS[textAt(usage, 'service_tier') ?? '']
  return serviceTier === undefined ? undefined : { serviceTier }
}
