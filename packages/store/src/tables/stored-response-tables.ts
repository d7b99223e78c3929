/** A response that was answered by an upstream which keeps none, with all that the model had read. */
export interface StoredResponsesTable {
  id: string
  user_id: number
  created_at: number
  expires_at: number
  /** Of the sealed text. */
  bytes: number
  content_cipher: string
}
