import { describeProvider } from '../kit/conformance.ts'
import { ali } from './index.ts'

describeProvider(ali, {
  folder: import.meta.dirname,
  isOpenaiWire: true,
  skip: {
    'openai/error-429-quota': 'insufficient_quota is said of the rate here, too',
    'openai/error-in-200': 'insufficient_quota is said of the rate here, too',
  },
})
