import { expect, it } from 'bun:test'
import { parseChatCall } from '../openai-chat/parse-call.ts'
import { renderGeminiCall } from './render-call.ts'

const partsOf = (content: unknown): unknown => {
  const parsed = parseChatCall(JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] }))
  if (!parsed.ok) throw new Error(parsed.problem.en)
  const { contents } = renderGeminiCall(parsed.call, { model: 'gemini-3-pro-preview', systemPrompt: '', isVertex: false })
  return (contents as readonly { readonly parts: unknown }[])[0]?.parts
}
const image = (url: string) => [{ type: 'image_url', image_url: { url } }]

it.each([
  ['https://x/a.png', 'image/png'],
  ['https://x/a.PNG?v=1', 'image/png'],
  ['https://x/a.webp#top', 'image/webp'],
  ['https://x/a.heic', 'image/heic'],
  ['https://x/a.png?from=/b', 'image/png'],
  ['https://x/a.png#/b.webp', 'image/png'],
  ['https://x/a.heif', 'image/heif'],
  ['https://x/a.jpg', 'image/jpeg'],
  ['https://x.png/a', 'image/jpeg'],
  ['https://x/a', 'image/jpeg'],
])('links %s as %s', (url, mimeType) => {
  expect(partsOf(image(url))).toEqual([{ fileData: { mimeType, fileUri: url } }])
})

it('sends what was given inline', () => {
  expect(partsOf(image('data:image/png;base64,iVBORw0KGgo'))).toEqual([{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo' } }])
  expect(partsOf([{ type: 'input_audio', input_audio: { data: 'AA', format: 'mp3' } }])).toEqual([
    { inlineData: { mimeType: 'audio/mp3', data: 'AA' } },
  ])
  expect(partsOf([{ type: 'file', file: { file_data: 'data:;base64,AA' } }])).toEqual([
    { inlineData: { mimeType: 'application/octet-stream', data: 'AA' } },
  ])
})
