import { openAnthropic } from '../fake-upstream/anthropic.ts'
import { openCohere } from '../fake-upstream/cohere.ts'
import { openGemini } from '../fake-upstream/gemini.ts'
import type { NativeFake } from '../fake-upstream/native-server.ts'
import { openOllama } from '../fake-upstream/ollama.ts'

/** What a channel's form holds beside its key. */
export interface ChannelFields {
  readonly base_url: string
  readonly other?: string
  readonly config?: string
}

/** A provider with a wire of its own, and how far its wire goes. */
export interface Native {
  readonly name: string
  readonly type: number
  readonly model: string
  readonly key: string
  readonly wrongKey: string
  readonly open: (key: string) => NativeFake
  readonly fields?: (fake: NativeFake) => ChannelFields
  readonly hasTools: boolean
  readonly hasImages: boolean
}

const KEY = 'native-key-51c7e0'
const complete = { key: KEY, wrongKey: 'native-key-wrong', hasTools: true, hasImages: true }

export const natives: readonly Native[] = [
  { ...complete, name: 'Anthropic', type: 14, model: 'claude-sonnet-4-5', open: openAnthropic },
  { ...complete, name: 'Gemini', type: 24, model: 'gemini-2.5-flash', open: openGemini },
  { ...complete, name: 'Ollama', type: 30, model: 'llama3.3', open: openOllama },
  { ...complete, name: 'Cohere', type: 35, model: 'command-a-03-2025', open: openCohere },
]
