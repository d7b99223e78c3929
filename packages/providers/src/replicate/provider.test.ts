import { describeProvider } from '../kit/conformance.ts'
import { replicate } from './index.ts'

const noTools = 'predictions take no tools'

describeProvider(replicate, { folder: import.meta.dirname, skip: { tools: noTools, 'stream-tools': noTools } })
