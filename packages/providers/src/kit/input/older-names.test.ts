import { describe, expect, it } from 'bun:test'
import { limitNamed, olderNames } from './older-names.ts'

const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }

describe('the limit of an answer', () => {
  it('is never lost, whatever name it stands under', () => {
    const older = limitNamed('max_tokens')
    expect(older({ ...body, max_completion_tokens: 9 }, 'm')).toEqual({ ...body, max_tokens: 9 })
    expect(older({ ...body, max_completion_tokens: 9, max_tokens: null }, 'm')).toEqual({ ...body, max_tokens: 9 })
    expect(older({ ...body, max_completion_tokens: null, max_tokens: 7 }, 'm')).toEqual({ ...body, max_tokens: 7 })
    expect(older({ ...body, max_completion_tokens: 0, max_tokens: 7 }, 'm')).toEqual({ ...body, max_tokens: 0 })
    const newer = limitNamed('max_completion_tokens')
    expect(newer({ ...body, max_tokens: 7 }, 'm')).toEqual({ ...body, max_completion_tokens: 7 })
    expect(newer({ ...body, max_tokens: 7, max_completion_tokens: null }, 'm')).toEqual({ ...body, max_completion_tokens: 7 })
  })

  it('is the newer one where there are two, as it is where the cost is held', () => {
    for (const name of ['max_tokens', 'max_completion_tokens'] as const)
      expect(limitNamed(name)({ ...body, max_tokens: 7, max_completion_tokens: 9 }, 'm')).toEqual({ ...body, [name]: 9 })
  })

  it('leaves a body as it is that needs no change', () => {
    const right = { ...body, max_tokens: 7 }
    expect(olderNames(right, 'm')).toBe(right)
    expect(limitNamed('max_completion_tokens')(body, 'm')).toBe(body)
  })
})
