/** What a caller sent and was sent, sealed. There where the operator keeps it, and no longer than the row of the log. */
export interface RequestBodiesTable {
  request_id: string
  user_id: number
  /** Of the request. */
  created_at: number
  content_cipher: string
}
