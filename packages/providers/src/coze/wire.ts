export interface CozeMessage {
  readonly role: 'user' | 'assistant'
  readonly type: 'question' | 'answer'
  /** Text, or a list of pieces written as JSON text. */
  readonly content: string
  readonly content_type: 'text' | 'object_string'
}

export type CozePiece = { readonly type: 'text'; readonly text: string } | { readonly type: 'image'; readonly file_url: string }

export interface CozeRequest {
  readonly bot_id: string
  readonly user_id: string
  readonly stream: true
  readonly auto_save_history: false
  readonly additional_messages: readonly CozeMessage[]
}
