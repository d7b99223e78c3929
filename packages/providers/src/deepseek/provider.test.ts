import { describeProvider } from '../kit/conformance.ts'
import { deepseek } from './index.ts'

describeProvider(deepseek, { folder: import.meta.dirname, isOpenaiWire: true })
