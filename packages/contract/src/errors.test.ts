import { describe, expect, it } from 'bun:test'
import { Refusal, languageOf, notFound, refusalTable, renderRefusal } from './errors.ts'

const placeholders = (text: string): readonly string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted()

describe('a refusal', () => {
  it('is told in the language that is asked for first', () => {
    const asked = ['zh-CN,zh;q=0.9,en;q=0.8', 'en-GB,zh', 'fr, en', ' EN ', 'fr', '', null, undefined]
    expect(asked.map((header) => languageOf(header))).toEqual(['zh', 'en', 'en', 'en', 'zh', 'zh', 'zh', 'zh'])
    expect(asked.map((header) => languageOf(header, 'en'))).toEqual(['zh', 'en', 'en', 'en', 'en', 'en', 'en', 'en'])
  })

  it('has its values filled in, and nothing for one that is missing', () => {
    expect(renderRefusal(new Refusal('too-many-requests', { seconds: 7 }), 'en')).toBe('Too many requests, try again in 7 seconds')
    expect(renderRefusal(new Refusal('too-many-requests', { seconds: 7 }), 'zh')).toBe('请求过于频繁，请在 7 秒后再试')
    expect([renderRefusal(notFound('redemption', 9), 'zh'), renderRefusal(notFound('log', 9), 'en')]).toEqual([
      '兑换码 9 不存在',
      'Log entry 9 does not exist',
    ])
    expect(renderRefusal(new Refusal('unknown-path', { method: 'GET' }), 'en')).toBe('Invalid URL (GET )')
  })

  it('says the same values in both languages', () => {
    const different = Object.entries(refusalTable).filter(([, { zh, en }]) => placeholders(zh).join() !== placeholders(en).join())
    expect(different.map(([code]) => code)).toEqual([])
  })

  it('is an error that carries its code', () => {
    const refusal = new Refusal('no-right')
    expect([refusal.name, refusal.message, refusal.code, refusal.params]).toEqual(['Refusal', 'no-right', 'no-right', {}])
  })
})
