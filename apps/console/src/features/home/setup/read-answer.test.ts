import { expect, test } from 'bun:test'
import { readAnswer } from './read-answer.ts'

test('an answer is what the model said', () => {
  const body = '{"choices":[{"index":0,"message":{"role":"assistant","content":"你好"}}]}'
  expect(readAnswer({ status: 200, body, requestId: 'r1' })).toEqual({ kind: 'answer', text: '你好', requestId: 'r1' })
})

test('a failure is told in the words of the server, or by what came instead', () => {
  const body = '{"error":{"message":"no channel serves m","code":"no-channel"}}'
  expect(readAnswer({ status: 503, body, requestId: '' })).toEqual({ kind: 'failure', status: 503, message: 'no channel serves m' })
  expect(readAnswer({ status: 502, body: '<html>', requestId: '' })).toEqual({ kind: 'failure', status: 502, message: '<html>' })
})

test.each(['', 'null', '{}', '{"choices":[]}', '{"choices":[{"message":{"content":null}}]}'])('%p says nothing', (body) => {
  expect(readAnswer({ status: 200, body, requestId: 'r' })).toEqual({ kind: 'answer', text: '', requestId: 'r' })
})
