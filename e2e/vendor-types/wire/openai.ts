import type { SpeechCreateParams } from 'openai/resources/audio/speech'
import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions'
import type { CompletionCreateParams } from 'openai/resources/completions'
import type { EmbeddingCreateParams } from 'openai/resources/embeddings'
import type { ImageGenerateParams } from 'openai/resources/images'
import type { ModerationCreateParams } from 'openai/resources/moderations'
import type { ResponseCreateParams } from 'openai/resources/responses/responses'

export interface OpenaiWires {
  'openai chat': ChatCompletionCreateParams
  'openai responses': ResponseCreateParams
  'openai completions': CompletionCreateParams
  'openai embeddings': EmbeddingCreateParams
  'openai images': ImageGenerateParams
  'openai moderations': ModerationCreateParams
  'openai speech': SpeechCreateParams
}
