import { describeProvider } from '../kit/conformance.ts'
import { moonshot } from './index.ts'

describeProvider(moonshot, { folder: import.meta.dirname, isOpenaiWire: true })
