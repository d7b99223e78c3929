import { describeProvider } from '../kit/conformance.ts'
import { stepfun } from './index.ts'

describeProvider(stepfun, { folder: import.meta.dirname, isOpenaiWire: true })
