import { expect, it } from 'bun:test'
import { answersOnResponsesAlone } from './models.ts'

it.each([
  'gpt-5-codex',
  'gpt-5.1-codex-max',
  'gpt-5.3-codex',
  'codex-mini-latest',
  'gpt-5-pro',
  'gpt-5.5-pro',
  'gpt-5-pro-2025-10-06',
  'o1-pro',
  'o3-pro-2025-06-10',
  'o3-deep-research',
  'o4-mini-deep-research-2025-06-26',
  'computer-use-preview',
  'computer-use-preview-2025-03-11',
])('%s is served on the Responses endpoint alone', (model) => {
  expect(answersOnResponsesAlone(model)).toBe(true)
})

it.each([
  'gpt-5',
  'gpt-5.6-sol',
  'gpt-5-chat-latest',
  'gpt-5-codex-chat',
  'gpt-4o',
  'gpt-4-professional',
  'o3',
  'o3-mini',
  'gemini-3-pro',
  'gemini-3-pro-2026',
  'grok-4-pro',
  'deepseek-codex',
  'my-codex',
  'claude-pro',
])('%s is not', (model) => {
  expect(answersOnResponsesAlone(model)).toBe(false)
})
