import { describeProvider } from '../kit/conformance.ts'
import { groq } from './index.ts'

describeProvider(groq, { folder: import.meta.dirname, isOpenaiWire: true })
