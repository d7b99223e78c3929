import { describeProvider } from '../kit/conformance.ts'
import { api2gpt } from './index.ts'

describeProvider(api2gpt, { folder: import.meta.dirname, isOpenaiWire: true })
