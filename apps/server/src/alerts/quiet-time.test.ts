import { describe, expect, it } from 'bun:test'
import { isQuiet } from './quiet-time.ts'

const at = (time: string) => Date.parse(`2026-11-17T${time}:00Z`)
const quiet = ([quietFrom, quietTo]: readonly [string, string], time: string, timeZone = 'UTC') =>
  isQuiet({ quietFrom, quietTo }, at(time), timeZone)
const NIGHT = ['22:00', '07:00'] as const

describe('a quiet time', () => {
  it('begins with its first minute and ends before its last', () => {
    expect(['11:59', '12:00', '13:29', '13:30'].map((time) => quiet(['12:00', '13:30'], time))).toEqual([false, true, true, false])
  })

  it('may reach into the next day', () => {
    expect(['21:59', '22:00', '00:00', '06:59', '07:00'].map((time) => quiet(NIGHT, time))).toEqual([false, true, true, true, false])
  })

  it('follows the clocks of the operator', () => {
    expect(quiet(NIGHT, '15:00', 'Asia/Shanghai')).toBe(true)
    expect(quiet(NIGHT, '23:30', 'Asia/Shanghai')).toBe(false)
  })

  it('is never, without times', () => {
    expect(quiet(['', ''], '03:00')).toBe(false)
  })
})
