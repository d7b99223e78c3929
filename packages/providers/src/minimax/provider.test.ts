import { describeProvider } from '../kit/conformance.ts'
import { minimax } from './index.ts'

describeProvider(minimax, { folder: import.meta.dirname, isOpenaiWire: true })
