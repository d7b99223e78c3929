import { describeProvider } from '../kit/conformance.ts'
import { palm } from './index.ts'

const NO_TOOLS = 'this wire has no tools'

describeProvider(palm, {
  folder: import.meta.dirname,
  secretIn: ['header:x-goog-api-key'],
  skip: { tools: NO_TOOLS, 'stream-tools': NO_TOOLS, cut: 'a body that is cut is no JSON and fails as broken' },
})
