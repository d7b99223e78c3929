import { describeProvider } from '../kit/conformance.ts'
import { cohere } from './index.ts'

describeProvider(cohere, { folder: import.meta.dirname })
