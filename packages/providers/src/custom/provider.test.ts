import { describeProvider } from '../kit/conformance.ts'
import { custom } from './index.ts'

describeProvider(custom, { folder: import.meta.dirname, isOpenaiWire: true })
