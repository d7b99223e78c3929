import { describeProvider } from '../kit/conformance.ts'
import { openaiMax } from './index.ts'

describeProvider(openaiMax, { folder: import.meta.dirname, isOpenaiWire: true })
