import { describeProvider } from '../kit/conformance.ts'
import { together } from './index.ts'

describeProvider(together, {
  folder: import.meta.dirname,
  isOpenaiWire: true,
  skip: { 'openai/error-403': 'this status is said of a prompt that is too long' },
})
