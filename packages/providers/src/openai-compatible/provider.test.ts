import { describeProvider } from '../kit/conformance.ts'
import { openaiCompatible } from './index.ts'

describeProvider(openaiCompatible, { folder: import.meta.dirname, isOpenaiWire: true })
