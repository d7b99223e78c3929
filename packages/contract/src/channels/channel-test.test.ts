import { describe, expect, it } from 'bun:test'
import { PROBES, TEST_REASONS, failureText, isBasicProbe, probeName, probesOf, reasonText } from './channel-test.ts'

describe('the words of a test', () => {
  it('name every probe and every reason in both languages', () => {
    const names = PROBES.flatMap((probe) => [probeName(probe, 'zh'), probeName(probe, 'en')])
    expect(new Set(names).size).toBe(18)
    const failures = TEST_REASONS.filter((reason) => reason !== 'none')
    expect(failures).toContain('bad-credential')
    for (const reason of failures) {
      expect(reasonText(reason, 'zh')).toMatch(/\p{Script=Han}/u)
      expect(reasonText(reason, 'en')).toMatch(/^[A-Z][ -~]+$/)
    }
  })

  it("put upstream's words behind the reason, once", () => {
    expect(failureText({ reason: 'bad-credential', message: 'Incorrect key' }, 'en')).toBe(
      'The upstream does not accept the key: Incorrect key',
    )
    expect(failureText({ reason: 'bad-credential', message: 'Incorrect key' }, 'zh')).toBe('上游不接受该密钥：Incorrect key')
    expect(failureText({ reason: 'too-slow', message: '' }, 'zh')).toBe('上游响应超时')
    expect(failureText({ reason: 'too-slow', message: '上游响应超时' }, 'zh')).toBe('上游响应超时')
  })
})

describe('the probes of a model', () => {
  it('follow from its mode and its features', () => {
    expect(probesOf({ mode: 'chat', can: ['tools'] })).toEqual(['text', 'stream', 'tools', 'json'])
    expect(probesOf({ mode: 'chat', can: ['vision'] })).toEqual(['text', 'stream', 'vision'])
    expect(probesOf({ mode: 'chat', can: ['json'] })).toEqual(['text', 'stream', 'json'])
    expect(probesOf({ mode: 'chat', can: [] })).toEqual(['text', 'stream'])
    expect(probesOf({ mode: 'chat' })).toEqual(['text', 'stream', 'tools', 'json', 'vision'])
    expect(probesOf(undefined)).toEqual(['text', 'stream', 'tools', 'json', 'vision'])
    expect(probesOf({ mode: 'responses', can: ['tools'] })).toEqual(['text', 'stream', 'tools', 'json'])
    expect(probesOf({ mode: 'rerank' })).toEqual(['rerank'])
    expect(probesOf({ mode: 'realtime' })).toEqual([])
  })

  it('speak for the channel where they ask for what the model is for', () => {
    expect(PROBES.filter(isBasicProbe)).toEqual(['text', 'embedding', 'rerank', 'speech', 'image'])
  })
})
