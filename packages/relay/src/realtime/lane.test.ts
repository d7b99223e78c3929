import { describe, expect, it } from 'bun:test'
import { Lane } from './lane.ts'

const MEBIBYTE = 1024 * 1024

const open = (pass: (text: string) => void | Promise<void> = () => undefined, mustWait?: () => boolean) => {
  const told: string[] = []
  const reader = { buffered: 0 }
  const timers: (() => void)[] = []
  const socket = { send: () => undefined, ping: () => undefined, close: () => undefined }
  const lane = new Lane({
    from: { ...socket, bufferedBytes: () => 0, pause: () => void told.push('pause'), resume: () => void told.push('resume') },
    to: { ...socket, bufferedBytes: () => reader.buffered, pause: () => undefined, resume: () => undefined },
    pass,
    ...(mustWait && { mustWait }),
    startTimer: (_, onFire) => {
      timers.push(onFire)
      return () => undefined
    },
    failed: (error) => void told.push(String(error)),
    stalled: () => void told.push('stalled'),
  })
  return { lane, told, reader, tick: () => timers.shift()?.() }
}

describe('one direction of a session', () => {
  it('passes frames in their order although some must wait', async () => {
    const passed: string[] = []
    const gate = Promise.withResolvers<void>()
    const last = Promise.withResolvers<void>()
    const { lane } = open((text) => {
      if (text === 'slow') return gate.promise.then(() => void passed.push(text))
      passed.push(text)
      if (text === 'last') last.resolve()
      return undefined
    })
    for (const text of ['first', 'slow', 'last']) lane.push(text)
    expect(passed).toEqual(['first'])
    gate.resolve()
    await last.promise
    expect(passed).toEqual(['first', 'slow', 'last'])
  })

  it('makes the sender wait above a mebibyte, and reads on below a quarter', () => {
    const { lane, told, reader, tick } = open()
    reader.buffered = MEBIBYTE
    lane.push('a')
    expect(told).toEqual([])
    reader.buffered = MEBIBYTE + 1
    lane.push('b')
    lane.push('c')
    expect([told, lane.isPaused]).toEqual([['pause'], true])
    reader.buffered = MEBIBYTE / 4 + 1
    tick()
    expect(told).toEqual(['pause'])
    reader.buffered = MEBIBYTE / 4
    tick()
    expect([told, lane.isPaused]).toEqual([['pause', 'resume'], false])
  })

  it('counts what waits here as well', () => {
    const { lane, told } = open(() => new Promise(() => undefined))
    lane.push('the one that waits')
    lane.push('x'.repeat(MEBIBYTE + 1))
    expect(told).toEqual(['pause'])
  })

  it('keeps frames and makes the sender wait as long as they must not pass', () => {
    const passed: string[] = []
    const gate = { isShut: false }
    const { lane, told, tick } = open(
      (text) => {
        passed.push(text)
        gate.isShut = text === 'shut'
      },
      () => gate.isShut,
    )
    for (const text of ['a', 'shut', 'b', 'c']) lane.push(text)
    expect([passed, told]).toEqual([['a', 'shut'], ['pause']])
    tick()
    expect([passed, told]).toEqual([['a', 'shut'], ['pause']])
    gate.isShut = false
    tick()
    expect([passed, told]).toEqual([
      ['a', 'shut', 'b', 'c'],
      ['pause', 'resume'],
    ])
  })

  it('gives a reader up that has taken nothing for a minute', () => {
    const { lane, told, reader, tick } = open()
    reader.buffered = 2 * MEBIBYTE
    lane.push('a')
    // Looked at twenty times a second.
    for (let at = 0; at < 1199; at++) tick()
    expect(told).toEqual(['pause'])
    tick()
    expect(told).toEqual(['pause', 'stalled'])
  })

  it('gives nobody up once it is closed', () => {
    const { lane, told, reader, tick } = open()
    reader.buffered = 2 * MEBIBYTE
    lane.push('a')
    lane.close()
    for (let at = 0; at < 1300; at++) tick()
    expect(told).toEqual(['pause'])
  })

  it('tells what failed and goes on, and passes nothing once it is closed', async () => {
    const passed: string[] = []
    const { lane, told } = open((text) => {
      if (text === 'bad') throw new Error('bad frame')
      passed.push(text)
    })
    lane.push('bad')
    lane.push('good')
    lane.close()
    lane.push('late')
    expect([told, passed]).toEqual([['Error: bad frame'], ['good']])
  })
})
