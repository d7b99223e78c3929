import { describeProvider } from '../kit/conformance.ts'
import { cloudflare } from './index.ts'

describeProvider(cloudflare, { folder: import.meta.dirname, isOpenaiWire: true })
