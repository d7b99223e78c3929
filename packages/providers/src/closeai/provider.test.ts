import { describeProvider } from '../kit/conformance.ts'
import { closeai } from './index.ts'

describeProvider(closeai, { folder: import.meta.dirname, isOpenaiWire: true })
