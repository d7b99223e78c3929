import { describeProvider } from '../kit/conformance.ts'
import { proxy } from './index.ts'

const raw = 'requests and replies pass as they are'

describeProvider(proxy, {
  folder: import.meta.dirname,
  skip: { request: raw, text: raw, stream: raw, tools: raw, 'stream-tools': raw, cut: raw },
})
