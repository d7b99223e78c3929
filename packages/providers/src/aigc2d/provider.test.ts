import { describeProvider } from '../kit/conformance.ts'
import { aigc2d } from './index.ts'

describeProvider(aigc2d, { folder: import.meta.dirname, isOpenaiWire: true })
