import { describeProvider } from '../kit/conformance.ts'
import { novita } from './index.ts'

describeProvider(novita, { folder: import.meta.dirname, isOpenaiWire: true })
