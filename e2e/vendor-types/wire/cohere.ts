import type { Cohere } from 'cohere-ai'

type Snake<Name> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Snake<Rest>}`
    : `_${Lowercase<First>}${Snake<Rest>}`
  : Name

/** The package exports its types in camel case only and writes each name in snake case. */
type Raw<T> = 0 extends 1 & T
  ? T
  : T extends readonly (infer Item)[]
    ? Raw<Item>[]
    : T extends object
      ? { [Name in keyof T as Snake<Name>]: Raw<T[Name]> }
      : T

export interface CohereWires {
  /** The client adds `stream` itself. */
  'cohere chat': Raw<Cohere.V2ChatRequest> & { stream: boolean }
  'cohere embed': Raw<Cohere.V2EmbedRequest>
  'cohere rerank': Raw<Cohere.V2RerankRequest>
  /** On Bedrock the model stands in the address, and a version in the body of a ranking. */
  'cohere embed on bedrock': Omit<Raw<Cohere.V2EmbedRequest>, 'model'>
  'cohere rerank on bedrock': Omit<Raw<Cohere.V2RerankRequest>, 'model'> & { api_version: 2 }
}
