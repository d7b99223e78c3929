import { describeProvider } from '../kit/conformance.ts'
import { api2d } from './index.ts'

describeProvider(api2d, { folder: import.meta.dirname, isOpenaiWire: true })
