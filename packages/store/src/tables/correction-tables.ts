/** What a charge has become: the n-th correction of a request, from which the line in the ledger follows. Nothing changes or removes a row. */
export interface CorrectionsTable {
  request_id: string
  /** Counted from 1: two that compute the same correction at once cannot both write it. */
  ordinal: number
  user_id: number
  token_id: number
  channel_id: number
  model_name: string
  charged_before: number
  charged_after: number
  /** The price and the usage, in the form of a log row: the charge can be recomputed from this alone. */
  detail: string
  created_at: number
}
