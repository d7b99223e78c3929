import type { MessageCreateParams, MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages'

/** Both clouds name the model and the way of answering in the address, as Anthropic's clients for them do. */
type InCloud<Version> = Omit<MessageCreateParamsNonStreaming, 'model' | 'stream'> & { anthropic_version: Version }

export interface AnthropicWires {
  'anthropic messages': MessageCreateParams
  /** The version of the wire before the one that the client speaks. */
  'anthropic messages of 2023': MessageCreateParams
  'anthropic on bedrock': InCloud<'bedrock-2023-05-31'>
  'anthropic on vertex': InCloud<'vertex-2023-10-16'> & { stream?: boolean }
}
