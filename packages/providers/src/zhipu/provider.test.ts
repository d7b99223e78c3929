import { describe, expect, it } from 'bun:test'
import { describeProvider } from '../kit/conformance.ts'
import { zhipu } from './index.ts'
import { signToken } from './sign.ts'

describeProvider(zhipu, { folder: import.meta.dirname, isOpenaiWire: true })

describe('a token signed with the key', () => {
  it('is the one the provider expects at that time', () => {
    expect(signToken('3f9c1a7be2d84c05a6b1d9e0f7c2a8b4.Qw7ErTy9UiOpAsDf', 1_767_225_600_000)).toBe(
      'eyJhbGciOiJIUzI1NiIsInNpZ25fdHlwZSI6IlNJR04ifQ.eyJhcGlfa2V5IjoiM2Y5YzFhN2JlMmQ4NGMwNWE2YjFkOWUwZjdjMmE4YjQiLCJleHAiOjE3NjczMTIwMDAwMDAsInRpbWVzdGFtcCI6MTc2NzIyNTYwMDAwMH0.t0o5Gt6nWh0nWtXFHfRd7fTkwF25xzHPq0SoGOspYBU',
    )
  })
})
