interface Counts {
  readonly prompt: number
  readonly completion: number
  readonly reasoning: number
  readonly total: number | undefined
}

/**
 * Everything produced, reasoning counted once. OpenAI counts reasoning inside the completion, xAI and others beside it; the total tells
 * which. Reasoning is added when the total holds exactly that much more, or when it is too large to be inside; never beyond the total.
 */
export const reconcileOutput = ({ prompt, completion, reasoning, total }: Counts): number => {
  if (reasoning === 0) return completion
  const unnamed = total === undefined ? -1 : total - prompt - completion
  // A total below its parts tells nothing. Of two counts that may overlap, the larger is the least that was produced.
  if (unnamed < 0) return Math.max(completion, reasoning)
  return unnamed === reasoning || reasoning > completion ? completion + Math.min(reasoning, unnamed) : completion
}
