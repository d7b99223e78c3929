import { sumUsage, type Usage } from '@weir/dialects/model/usage'

interface Counts {
  /** Everything read, cached tokens included. */
  readonly prompt: number | undefined
  readonly cached?: number | undefined
  readonly output: number | undefined
  readonly reasoning?: number | undefined
  /** Stands in where upstream counts prompt and output in no other way. */
  readonly total?: number | undefined
}

/** Upstream's counts in the normal form; undefined when it counted nothing. */
export const reportedUsage = ({ prompt, cached, output, reasoning, total = 0 }: Counts): Usage | undefined => {
  if (prompt === undefined && output === undefined) return total > 0 ? sumUsage(total) : undefined
  const cacheRead = Math.min(cached ?? 0, prompt ?? 0)
  return {
    input: (prompt ?? 0) - cacheRead,
    cacheRead,
    cacheWrite: 0,
    output: output ?? 0,
    reasoning: Math.min(reasoning ?? 0, output ?? 0),
    source: 'upstream',
  }
}
