import { describeProvider } from '../kit/conformance.ts'
import { baichuan } from './index.ts'

describeProvider(baichuan, { folder: import.meta.dirname, isOpenaiWire: true })
