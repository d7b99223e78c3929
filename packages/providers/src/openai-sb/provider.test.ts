import { describeProvider } from '../kit/conformance.ts'
import { openaiSb } from './index.ts'

describeProvider(openaiSb, { folder: import.meta.dirname, isOpenaiWire: true })
