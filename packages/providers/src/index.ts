import type { Provider } from '@weir/dialects/model/provider'
import { anthropic } from './anthropic/index.ts'
import { custom } from './custom/index.ts'
import { gemini } from './gemini/index.ts'
import { openai } from './openai/index.ts'
import { palm } from './palm/index.ts'

const registry: readonly Provider[] = [anthropic, custom, gemini, openai, palm]

export const providers: ReadonlyMap<number, Provider> = new Map(registry.map((provider) => [provider.channelType, provider]))
