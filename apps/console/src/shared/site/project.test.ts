import { expect, test } from 'bun:test'
import { LATEST_RELEASE_PAGE, LICENCE_URL, REPOSITORY_URL, guideUrlOf } from './project.ts'

test('links lead to the project', () => {
  expect([REPOSITORY_URL, LICENCE_URL, LATEST_RELEASE_PAGE]).toEqual([
    'https://github.com/weir-gateway/weir',
    'https://github.com/weir-gateway/weir/blob/main/LICENSE',
    'https://github.com/weir-gateway/weir/releases/latest',
  ])
})

test('a guide is shown in the language of the reader', () => {
  expect([guideUrlOf('codex', 'en'), guideUrlOf('codex', 'zh')]).toEqual([
    'https://github.com/weir-gateway/weir/blob/main/docs/clients/codex.md',
    'https://github.com/weir-gateway/weir/blob/main/docs/clients/codex.zh-CN.md',
  ])
})
