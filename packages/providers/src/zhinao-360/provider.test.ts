import { describeProvider } from '../kit/conformance.ts'
import { zhinao360 } from './index.ts'

describeProvider(zhinao360, { folder: import.meta.dirname, isOpenaiWire: true })
