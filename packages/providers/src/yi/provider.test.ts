import { describeProvider } from '../kit/conformance.ts'
import { yi } from './index.ts'

describeProvider(yi, { folder: import.meta.dirname, isOpenaiWire: true })
