import { describeProvider } from '../kit/conformance.ts'
import { azure } from './index.ts'

describeProvider(azure, {
  folder: import.meta.dirname,
  isOpenaiWire: true,
  answersOnResponses: true,
  secretIn: ['header:api-key', 'header:authorization'],
})
