import { expect, it } from 'bun:test'
import { eventually } from './eventually.ts'

const fakeClock = () => {
  let now = 0
  return {
    nowMs: () => now,
    sleep: (ms: number) => {
      now += ms
      return Promise.resolve()
    },
  }
}

it('asks again until there is an answer', async () => {
  let asked = 0
  const clock = fakeClock()
  expect(await eventually('the third time', () => (++asked === 3 ? 'here' : undefined), { clock })).toBe('here')
  expect([asked, clock.nowMs()]).toEqual([3, 20])
})

it('fails after 60 s and says what it waited for', async () => {
  const clock = fakeClock()
  await expect(eventually('rain', () => undefined, { clock })).rejects.toThrow('not within 60000 ms: rain')
  expect(clock.nowMs()).toBe(60_010)
})

it('takes no deadline that a busy machine could miss', async () => {
  await expect(eventually('rain', () => true, { withinMs: 2000 })).rejects.toThrow('2000 ms measure the machine')
})
