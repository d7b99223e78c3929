import { describeProvider } from '../kit/conformance.ts'
import { siliconflow } from './index.ts'

describeProvider(siliconflow, { folder: import.meta.dirname, isOpenaiWire: true })
