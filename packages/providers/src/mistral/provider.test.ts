import { describeProvider } from '../kit/conformance.ts'
import { mistral } from './index.ts'

describeProvider(mistral, { folder: import.meta.dirname, isOpenaiWire: true })
