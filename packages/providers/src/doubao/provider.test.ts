import { describeProvider } from '../kit/conformance.ts'
import { doubao } from './index.ts'

describeProvider(doubao, { folder: import.meta.dirname, isOpenaiWire: true })
