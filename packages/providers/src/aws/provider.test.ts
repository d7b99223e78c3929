import { describeProvider } from '../kit/conformance.ts'
import { aws } from './index.ts'

describeProvider(aws, { folder: import.meta.dirname, secretIn: ['header:authorization', 'header:x-amz-security-token'] })
