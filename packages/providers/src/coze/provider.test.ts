import { describeProvider } from '../kit/conformance.ts'
import { coze } from './index.ts'

const noTools = 'a bot has tools of its own and takes none from the caller'

describeProvider(coze, { folder: import.meta.dirname, skip: { tools: noTools, 'stream-tools': noTools } })
