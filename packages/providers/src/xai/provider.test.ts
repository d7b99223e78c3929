import { describeProvider } from '../kit/conformance.ts'
import { xai } from './index.ts'

describeProvider(xai, { folder: import.meta.dirname, isOpenaiWire: true })
