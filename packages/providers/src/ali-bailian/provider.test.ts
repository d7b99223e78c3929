import { describeProvider } from '../kit/conformance.ts'
import { aliBailian } from './index.ts'

const quota = 'here this code is a limit per minute'

describeProvider(aliBailian, {
  folder: import.meta.dirname,
  isOpenaiWire: true,
  skip: { 'openai/error-429-quota': quota, 'openai/error-in-200': quota },
})
