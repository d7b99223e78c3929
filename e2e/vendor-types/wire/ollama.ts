import type { ChatRequest, EmbedRequest } from 'ollama'

export interface OllamaWires {
  'ollama chat': ChatRequest
  'ollama embed': EmbedRequest
}
