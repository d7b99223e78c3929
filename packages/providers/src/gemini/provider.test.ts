import { describeProvider } from '../kit/conformance.ts'
import { gemini } from './index.ts'

describeProvider(gemini, { folder: import.meta.dirname, secretIn: ['header:x-goog-api-key'] })
