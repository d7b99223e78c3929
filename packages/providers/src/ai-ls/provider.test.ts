import { describeProvider } from '../kit/conformance.ts'
import { aiLs } from './index.ts'

describeProvider(aiLs, { folder: import.meta.dirname, isOpenaiWire: true })
