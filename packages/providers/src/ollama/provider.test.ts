import { describeProvider } from '../kit/conformance.ts'
import { ollama } from './index.ts'

describeProvider(ollama, { folder: import.meta.dirname })
