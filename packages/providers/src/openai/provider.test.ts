import { describeProvider } from '../kit/conformance.ts'
import { openai } from './index.ts'

describeProvider(openai, { folder: import.meta.dirname, answersOnResponses: true })
