import type { Content, EmbedContentConfig, GenerateContentConfig, GenerationConfig, SafetySetting, Tool, ToolConfig } from '@google/genai'
import type { Wire } from './wire.ts'

/**
 * The client takes everything as one flat `config` and sorts it into the request; the parts of the request have types of its own.
 * `imageConfig` and `serviceTier` stand in the flat one only; the client puts the tier beside the contents.
 */
interface GenerateContentRequest {
  contents: Content[]
  systemInstruction?: Content
  tools?: Tool[]
  toolConfig?: ToolConfig
  safetySettings?: SafetySetting[]
  cachedContent?: string
  serviceTier?: GenerateContentConfig['serviceTier']
  generationConfig?: GenerationConfig & Pick<GenerateContentConfig, 'imageConfig'>
}

interface BatchEmbedContentsRequest {
  requests: ({ model: string; content: Content } & Pick<EmbedContentConfig, 'taskType' | 'title' | 'outputDimensionality'>)[]
}

export interface GoogleWires {
  'google generateContent': Wire<GenerateContentRequest>
  'google batchEmbedContents': Wire<BatchEmbedContentsRequest>
}
