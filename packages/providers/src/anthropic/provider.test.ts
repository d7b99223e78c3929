import { describeProvider } from '../kit/conformance.ts'
import { anthropic } from './index.ts'

describeProvider(anthropic, { folder: import.meta.dirname, secretIn: ['header:x-api-key', 'header:authorization'] })
