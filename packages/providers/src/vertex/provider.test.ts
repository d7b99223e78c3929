import { describeProvider } from '../kit/conformance.ts'
import { vertex } from './index.ts'

describeProvider(vertex, { folder: import.meta.dirname, secretIn: ['header:x-goog-api-key'] })
