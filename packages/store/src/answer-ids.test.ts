import { describe, expect, it } from 'bun:test'
import { createAnswerIds } from './answer-ids.ts'
import { createVault } from './vault.ts'

const ids = createAnswerIds(createVault(new Uint8Array(32).fill(7)))
const answer = { channelId: 12, model: 'gpt-5', upstreamId: 'resp_67ccd3a9da748190baa7f1570fe91ac604becb25c45c1d41' }

describe('the id of an answer that upstream keeps', () => {
  it('opens for the user it was given to and for nobody else', () => {
    const id = ids.seal(answer, 5)
    expect(ids.open(id, 5)).toEqual(answer)
    expect(ids.open(id, 6)).toBeUndefined()
    expect(ids.open(ids.seal({ ...answer, keyId: 0 }, 5), 5)).toEqual({ ...answer, keyId: 0 })
    expect(createAnswerIds(createVault(new Uint8Array(32).fill(8))).open(id, 5)).toBeUndefined()
  })

  it('is the same whenever it is told, and hides what it holds', () => {
    const id = ids.seal(answer, 5)
    expect(ids.seal(answer, 5)).toBe(id)
    expect(ids.seal(answer, 6)).not.toBe(id)
    expect(ids.seal({ ...answer, channelId: 13 }, 5)).not.toBe(id)
    expect(id).toMatch(/^resp_[\w-]+$/)
    expect(Buffer.from(id.slice(5), 'base64url').includes('67ccd3a9')).toBe(false)
  })

  it('does not open when a letter of it is changed, cut or added', () => {
    const id = ids.seal(answer, 5)
    for (let at = 5; at < id.length; at++) {
      const other = id[at] === 'A' ? 'z' : 'A'
      // The last letter has bits that stand for nothing.
      if (at < id.length - 1) expect(ids.open(id.slice(0, at) + other + id.slice(at + 1), 5)).toBeUndefined()
      expect(ids.open(id.slice(0, at), 5)).toBeUndefined()
    }
    for (const text of ['', 'resp_', answer.upstreamId, `${id}AAAA`, `${id}%`, 'x'.repeat(5000)]) expect(ids.open(text, 5)).toBeUndefined()
  })
})
