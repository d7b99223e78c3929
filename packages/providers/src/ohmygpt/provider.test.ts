import { describeProvider } from '../kit/conformance.ts'
import { ohmygpt } from './index.ts'

describeProvider(ohmygpt, { folder: import.meta.dirname, isOpenaiWire: true })
