import type { ChatCompletionRequest$Outbound } from '@mistralai/mistralai/models/components/chatcompletionrequest'
import type { EmbeddingRequest$Outbound } from '@mistralai/mistralai/models/components/embeddingrequest'
import type { ClassificationRequest$Outbound } from '@mistralai/mistralai/models/components/classificationrequest'
import type { FIMCompletionRequest$Outbound } from '@mistralai/mistralai/models/components/fimcompletionrequest'

/** The client always writes these, with defaults of its own; the interface does not ask for them. */
type Defaulted = 'stream' | 'prefix' | 'index'

type Sent<T> = 0 extends 1 & T
  ? T
  : T extends readonly (infer Item)[]
    ? Sent<Item>[]
    : T extends object
      ? { [Name in keyof T as Name extends Defaulted ? never : Name]: Sent<T[Name]> } & {
          [Name in keyof T as Name extends Defaulted ? Name : never]?: Sent<T[Name]>
        }
      : T

export interface MistralWires {
  'mistral chat': Sent<ChatCompletionRequest$Outbound>
  'mistral fim': Sent<FIMCompletionRequest$Outbound>
  'mistral moderations': ClassificationRequest$Outbound
  'mistral embeddings': EmbeddingRequest$Outbound
}
