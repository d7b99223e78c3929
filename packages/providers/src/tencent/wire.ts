export type TencentContent =
  | { readonly Type: 'text'; readonly Text: string }
  | { readonly Type: 'image_url'; readonly ImageUrl: { readonly Url: string } }

export interface TencentToolCall {
  readonly Id: string
  readonly Type: 'function'
  readonly Index: number
  readonly Function: { readonly Name: string; readonly Arguments: string }
}

export interface TencentMessage {
  readonly Role: 'system' | 'user' | 'assistant' | 'tool'
  readonly Content?: string
  readonly Contents?: readonly TencentContent[]
  readonly ToolCallId?: string
  readonly ToolCalls?: readonly TencentToolCall[]
}

export interface TencentTool {
  readonly Type: 'function'
  /** The schema is text here. */
  readonly Function: { readonly Name: string; readonly Description: string; readonly Parameters: string }
}
