import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'bun:test'
import { readFixtures } from './fixture.ts'

const folders: string[] = []

const folderOf = (files: Readonly<Record<string, unknown>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'fixtures-'))
  folders.push(folder)
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  return folder
}

const replies = (files: Readonly<Record<string, unknown>>) =>
  readFixtures(folderOf(files)).map((fixture) =>
    fixture.kind === 'reply' ? [fixture.name, fixture.isStream, Buffer.from(fixture.bytes).toString(), fixture.expected] : [],
  )

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

describe('a folder of fixtures', () => {
  it('gives every reply with its bytes and what must be understood of it', () => {
    const files = {
      'errors.json': {
        'error-401': { status: 401, fault: 'bad-credential', reply: { a: 1 } },
        'error-503': { fault: 'broken', reply: 'no' },
      },
      'stream.sse': 'data: 1\n\n',
      'stream.expected.json': { answer: {} },
      'text.reply.json': { reply: '{ "b": 2 }\n', expected: { answer: { text: 'x' } } },
      'whole.reply.json': { replyFrom: 'stream.sse', expected: { fault: 'broken' } },
    }
    expect(replies(files)).toEqual([
      ['stream', true, 'data: 1\n\n', { answer: {} }],
      ['text', false, '{ "b": 2 }\n', { answer: { text: 'x' } }],
      ['whole', false, 'data: 1\n\n', { fault: 'broken' }],
      ['error-401', false, '{"a":1}', { status: 401, fault: 'bad-credential' }],
      ['error-503', false, 'no', { fault: 'broken' }],
    ])
  })

  it('is refused with a case that would be passed over', () => {
    expect(() => replies({ 'text.json': {} })).toThrow('text.json belongs to no case')
    expect(() => replies({ 'stream.expected.json': {} })).toThrow('stream.expected.json belongs to no case')
    expect(() => replies({ 'stream.sse': '' })).toThrow('stream.expected.json')
    expect(() => replies({ 'text.reply.json': { reply: 1 } })).toThrow('text.reply.json expects nothing')
    expect(() => replies({ 'text.reply.json': { expected: {} } })).toThrow('text.reply.json has no reply')
    expect(() => replies({ 'errors.json': { 'error-1': { reply: 1 } } })).toThrow('names no fault for error-1')
  })

  it('is refused with two cases of one name', () => {
    const text = { reply: 1, expected: { fault: 'broken' } }
    expect(() => replies({ 'errors.json': { a: { fault: 'broken', reply: 1 } }, 'a.reply.json': text })).toThrow('holds reply a twice')
  })
})
