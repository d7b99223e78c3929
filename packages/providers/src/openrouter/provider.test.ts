import { describeProvider } from '../kit/conformance.ts'
import { openrouter } from './index.ts'

describeProvider(openrouter, { folder: import.meta.dirname, isOpenaiWire: true })
