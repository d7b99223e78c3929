import { describeProvider } from '../kit/conformance.ts'
import { fastgpt } from './index.ts'

const usage = 'this upstream reports figures that are not real, so they are not read'

describeProvider(fastgpt, {
  folder: import.meta.dirname,
  isOpenaiWire: true,
  skip: {
    'openai/text': usage,
    'openai/length': usage,
    'openai/filtered': usage,
    'openai/reasoning': usage,
    'openai/tools': usage,
    'openai/stream': usage,
    'openai/stream-reasoning': usage,
    'openai/stream-tools': usage,
    'openai/stream-crlf': usage,
    tools: 'the app runs its tools itself',
    'stream-tools': 'the app runs its tools itself',
  },
})
