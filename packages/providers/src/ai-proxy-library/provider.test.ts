import { describeProvider } from '../kit/conformance.ts'
import { aiProxyLibrary } from './index.ts'

const noTools = 'a library calls no tools'

describeProvider(aiProxyLibrary, { folder: import.meta.dirname, skip: { tools: noTools, 'stream-tools': noTools } })
