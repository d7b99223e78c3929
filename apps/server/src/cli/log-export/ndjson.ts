import type { AdminLogObject } from '@weir/contract/log'

/** One row a line, as the management API tells it. */
export async function* ndjsonOf(batches: AsyncIterable<readonly AdminLogObject[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const rows of batches) yield encoder.encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}
