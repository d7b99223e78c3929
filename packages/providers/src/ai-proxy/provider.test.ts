import { describeProvider } from '../kit/conformance.ts'
import { aiProxy } from './index.ts'

describeProvider(aiProxy, { folder: import.meta.dirname, isOpenaiWire: true })
