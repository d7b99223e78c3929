import { custom } from './custom/index.ts'
import type { Provider } from './kit/define.ts'
import { openai } from './openai/index.ts'

const registry: readonly Provider[] = [custom, openai]

export const providers: ReadonlyMap<number, Provider> = new Map(registry.map((provider) => [provider.channelType, provider]))
