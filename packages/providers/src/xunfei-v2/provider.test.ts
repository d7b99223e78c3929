import { describeProvider } from '../kit/conformance.ts'
import { xunfeiV2 } from './index.ts'

describeProvider(xunfeiV2, { folder: import.meta.dirname, isOpenaiWire: true })
