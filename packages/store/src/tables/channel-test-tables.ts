import type { Generated } from 'kysely'

/** The last test of a channel itself; all empty when there was none, or none since this is kept. */
export interface LastTestColumns {
  test_success: Generated<boolean | null>
  test_reason: Generated<string | null>
  test_message: Generated<string | null>
  test_model: Generated<string | null>
  test_probe: Generated<string | null>
  /** Unlike `response_time`, which existing clients read as "untested" when it is 0, also that of a failure. */
  test_ms: Generated<number | null>
}

/** How the last test of a channel with a model ended, for every probe. */
export interface ChannelTestsTable {
  channel_id: number
  model: string
  probe: string
  is_passed: boolean
  reason: string
  message: string
  elapsed_ms: number
  tested_at: number
}
