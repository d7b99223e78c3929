import { describeProvider } from '../kit/conformance.ts'
import { baiduV2 } from './index.ts'

describeProvider(baiduV2, { folder: import.meta.dirname, isOpenaiWire: true })
