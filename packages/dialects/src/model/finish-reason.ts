/** Why an answer ended, in the four words every client understands. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'
