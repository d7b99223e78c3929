import { sql, type RawBuilder } from 'kysely'

/**
 * Upper bounds in milliseconds. A median is read off the bucket it falls into: exact enough to see, and no database has to sort.
 * Rollups of the past were counted with these bounds; others need a migration that counts anew.
 */
const BUCKETS = [25, 50, 100, 150, 200, 300, 450, 650, 1000, 1500, 2000, 3000, 4500, 6500, 10_000, 15_000, 30_000, 60_000, 120_000, 600_000]

/** The same for a row that has been read. */
export const bucketFor = (elapsedMs: number): number => {
  const found = BUCKETS.findIndex((bound) => elapsedMs <= bound)
  return found === -1 ? BUCKETS.length : found
}

export const bucketOf: RawBuilder<number> = sql<number>`case ${sql.join(
  BUCKETS.map((bound, index) => sql`when elapsed_time <= ${sql.lit(bound)} then ${sql.lit(index)}`),
  sql` `,
)} else ${sql.lit(BUCKETS.length)} end`

export interface LatencyCount {
  readonly bucket: number
  readonly requests: number
}

/** Straight between the bounds of the bucket that holds the middle request. */
export const medianOf = (counts: readonly LatencyCount[]): number => {
  const byBucket = new Map<number, number>()
  for (const { bucket, requests } of counts) byBucket.set(bucket, (byBucket.get(bucket) ?? 0) + requests)
  const total = [...byBucket.values()].reduce((sum, requests) => sum + requests, 0)
  let below = 0
  for (const [bucket, requests] of [...byBucket].toSorted(([a], [b]) => a - b)) {
    const low = BUCKETS[bucket - 1] ?? 0
    const high = BUCKETS[bucket] ?? low
    if (below + requests >= total / 2) return Math.round(low + ((high - low) * (total / 2 - below)) / requests)
    below += requests
  }
  return 0
}
