import { awsFrame } from '../fake-upstream/aws/aws-frames.ts'
import { chatBody, frame, type Figures, type Wire } from './wire.ts'

const converseUsage = ({ prompt, output }: Figures) => ({
  usage: { inputTokens: prompt, outputTokens: output, totalTokens: prompt + output },
})

const NOVA = 'amazon.nova-lite-v1:0'

/** A prelude with a right sum that announces 20 MB. */
const longMessage = (): Uint8Array => {
  const whole = Buffer.from(awsFrame('contentBlockDelta', { delta: { text: 'x'.repeat(20 * 1024 * 1024) } }))
  return whole.subarray(0, 1024)
}

export const bedrock: Wire = {
  name: 'Bedrock',
  channel: { type: 33, key: 'AKIDHOSTILE|hostile-secret|us-east-1' },
  model: NOVA,
  path: '/v1/chat/completions',
  body: chatBody(NOVA),
  whole: (text, figures) =>
    JSON.stringify({
      output: { message: { role: 'assistant', content: [{ text }] } },
      stopReason: 'end_turn',
      ...(figures && converseUsage(figures)),
    }),
  stream: {
    contentType: 'application/vnd.amazon.eventstream',
    hasSums: true,
    begin: [frame(awsFrame('messageStart', { role: 'assistant' }))],
    text: (text) => frame(awsFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { text } }), { text }),
    figures: (figures) => frame(awsFrame('metadata', converseUsage(figures)), { figures }),
    finish: [
      frame(awsFrame('contentBlockStop', { contentBlockIndex: 0 })),
      frame(awsFrame('messageStop', { stopReason: 'end_turn' }), { isEnd: true }),
    ],
    last: () => [],
    ping: awsFrame('unknownEvent', {}),
    noJson: awsFrame('contentBlockDelta', []),
    longFrame: longMessage(),
  },
}

const line = (over: object) => `${JSON.stringify({ model: 'm', created_at: '2026-01-01T00:00:00Z', done: false, ...over })}\n`
const said = (content: string) => ({ message: { role: 'assistant', content } })
const counts = (figures: Figures | undefined) => figures && { prompt_eval_count: figures.prompt, eval_count: figures.output }
const done = (content: string, figures: Figures | undefined) => ({ ...said(content), done: true, done_reason: 'stop', ...counts(figures) })

export const ollama: Wire = {
  name: 'Ollama',
  channel: { type: 30, key: 'hostile-ollama-1' },
  model: 'hostile-llama',
  path: '/v1/chat/completions',
  body: chatBody('hostile-llama'),
  whole: (text, figures) => line(done(text, figures)),
  stream: {
    contentType: 'application/x-ndjson',
    begin: [],
    text: (text) => frame(line(said(text)), { text }),
    figures: (figures) => frame(line(done('', figures)), { isEnd: true, figures }),
    finish: [],
    last: (figures) => [frame(line(done('', figures)), { isEnd: true, ...(figures && { figures }) })],
    ping: Buffer.from('\n'),
    noJson: Buffer.from('{not json\n'),
    longFrame: Buffer.from('{"message":"'),
  },
}
