import type { AnthropicWires } from './anthropic.ts'
import type { BedrockWires } from './bedrock.ts'
import type { CohereWires } from './cohere.ts'
import type { GoogleWires } from './google.ts'
import type { MistralWires } from './mistral.ts'
import type { OllamaWires } from './ollama.ts'
import type { OpenaiWires } from './openai.ts'

/** The bodies of requests by the types of the vendors' own clients. The first word of a name is the vendor's. */
export interface Wires extends AnthropicWires, BedrockWires, CohereWires, GoogleWires, MistralWires, OllamaWires, OpenaiWires {}

export type WireName = keyof Wires

export const vendorOf = (wire: WireName): string => wire.split(' ', 1)[0] ?? ''
