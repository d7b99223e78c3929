import { describeProvider } from '../kit/conformance.ts'
import { baidu } from './index.ts'

describeProvider(baidu, { folder: import.meta.dirname })
