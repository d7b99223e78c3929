import { describeProvider } from '../kit/conformance.ts'
import { geminiOpenai } from './index.ts'

describeProvider(geminiOpenai, { folder: import.meta.dirname, isOpenaiWire: true })
