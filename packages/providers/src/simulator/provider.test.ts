import { describeProvider } from '../kit/conformance.ts'
import { simulator } from './index.ts'

describeProvider(simulator, { folder: import.meta.dirname, isOpenaiWire: true, secretIn: [] })
