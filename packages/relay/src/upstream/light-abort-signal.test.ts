import { describe, expect, it } from 'bun:test'
import { LightAbortController, platformSignal } from './light-abort-signal.ts'

describe('a cut', () => {
  it('is told once to everybody who still listens', () => {
    const cut = new LightAbortController()
    const heard: string[] = []
    const gone = (): void => void heard.push('gone')
    cut.addEventListener('abort', gone)
    cut.addEventListener('abort', () => heard.push('first'))
    cut.addEventListener('abort', () => heard.push('second'))
    cut.removeEventListener('abort', gone)
    cut.removeEventListener('abort', gone)
    expect(cut.aborted).toBe(false)
    cut.abort()
    cut.abort()
    expect([cut.aborted, heard]).toEqual([true, ['first', 'second']])
  })

  it('may be listened to by a listener that stops listening while it is told', () => {
    const cut = new LightAbortController()
    const heard: string[] = []
    const first = (): void => {
      heard.push('first')
      cut.removeEventListener('abort', first)
    }
    cut.addEventListener('abort', first)
    cut.addEventListener('abort', () => heard.push('second'))
    cut.abort()
    expect(heard).toEqual(['first', 'second'])
  })

  it('reaches the calls of the platform, before and after it has happened', () => {
    const cut = new LightAbortController()
    const before = platformSignal(cut)
    expect(before.aborted).toBe(false)
    cut.abort()
    expect([before.aborted, platformSignal(cut).aborted]).toEqual([true, true])
    const own = new AbortController().signal
    expect(platformSignal(own)).toBe(own)
  })
})
