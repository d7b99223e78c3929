import type { ConverseRequest } from '@aws-sdk/client-bedrock-runtime'
import type { Wire } from './wire.ts'

/** The model stands in the address. */
export interface BedrockWires {
  'bedrock converse': Wire<Omit<ConverseRequest, 'modelId'>>
}
