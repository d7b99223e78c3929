import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { eventually } from '../../tools/testing/eventually.ts'
import { databases } from '../harness/databases.ts'
import { runWeir } from '../harness/run-weir.ts'
import { selfOf } from '../harness/stand.ts'
import { childrenOf } from '../harness/workers.ts'
import { residentMegabytes } from '../hostile-caller/oracle.ts'
import { LEAVINGS, playLeaving } from './leavings.ts'
import { LIES, playLie } from './lies.ts'
import { frameOf } from './raw-caller.ts'
import { closeRealtimeStand, openRealtimeStands, readBill, type RealtimeStand } from './stand.ts'

let stands: readonly RealtimeStand[] = []

beforeAll(async () => {
  stands = await openRealtimeStands(databases)
}, 240_000)
afterAll(async () => {
  await Promise.all(stands.map(closeRealtimeStand))
})

type Play = (stand: RealtimeStand) => Promise<string | undefined>

const playAll = async (plays: readonly Play[]): Promise<readonly string[]> => {
  const faults = stands.map(async (stand) => {
    const found: string[] = []
    for (const play of plays) found.push(...[await play(stand)].filter((fault) => fault !== undefined))
    return found
  })
  return (await Promise.all(faults)).flat()
}

const created = { type: 'response.created', response: { id: 'a' } }

describe('a realtime session of two workers', () => {
  it('costs what the rules say, whatever its upstream says', async () => {
    expect(await playAll(LIES.map((lie) => (stand) => playLie(stand, lie)))).toEqual([])
  }, 180_000)

  it('leaves nothing behind and nothing free, in whichever state its caller goes', async () => {
    const plays = LEAVINGS.flatMap((leaving) =>
      [true, false].map(
        (isReset): Play =>
          (stand) =>
            playLeaving(stand, leaving, isReset),
      ),
    )
    expect(await playAll(plays)).toEqual([])
  }, 180_000)

  it('makes upstream wait for a caller that takes nothing, and is paid for what had passed', async () => {
    // A mebibyte of sound each.
    const delta = { type: 'response.output_audio.delta', response_id: 'a', delta: 'A'.repeat(1024 * 1024) }
    const frames = 40
    const play: Play = async (stand) => {
      stand.upstream.script = [created, ...Array.from({ length: frames }, () => delta)]
      const caller = stand.call()
      await caller.hears('session.created')
      caller.say({ type: 'response.create' })
      await caller.hears('response.created')
      caller.socket.pause()
      await eventually('most of it to wait upstream', () => (stand.upstream.bytesWaiting > 8 * 1024 * 1024 ? true : undefined))
      caller.leave(true)
      const [charge = 0, ...more] = await readBill(stand)
      // Three quarters of the letters are bytes, 48 of them a millisecond, 50 ms a token of 32 units.
      const most = Math.ceil((frames * 1024 * 1024 * 0.75) / 48 / 50) * 32
      return charge < most && more.length === 0 ? undefined : `${stand.name}: charged ${charge} of ${most}`
    }
    expect(await playAll([play])).toEqual([])
  }, 180_000)

  it('outlives a caller that sends whatever it can', async () => {
    const play: Play = async (stand) => {
      stand.upstream.script = []
      stand.upstream.heard.length = 0
      const caller = stand.call()
      await caller.hears('session.created')
      for (let at = 0; at < 20_000; at++) caller.sayText('nonsense')
      for (let at = 0; at < 50; at++) caller.say({ type: 'response.create' })
      for (let at = 0; at < 200; at++) caller.say({ type: 'input_audio_buffer.append', audio: 'A'.repeat(65_536) })
      const asked = () => stand.upstream.heard.filter((type) => type === 'input_audio_buffer.append').length
      await eventually('the last of it to arrive', () => (asked() === 200 ? true : undefined))
      caller.leave(true)
      const charges = await readBill(stand)
      const megabytes = childrenOf(stand.weir.pid).map(residentMegabytes)
      return charges.length === 0 && megabytes.every((each) => each < 1024)
        ? undefined
        : `${stand.name}: ${charges.join()}, ${megabytes.join()} MB`
    }
    expect(await playAll([play])).toEqual([])
  }, 180_000)

  it('makes a caller wait that reads nothing of what is wrong with its events', async () => {
    const play: Play = async (stand) => {
      stand.upstream.script = []
      const caller = stand.call()
      await caller.hears('session.created')
      caller.socket.pause()
      const before = childrenOf(stand.weir.pid).map(residentMegabytes)
      // Of 24 MiB some wait in the buffers of the system, and no more is taken.
      const frames = Buffer.concat(Array.from({ length: 1000 }, () => frameOf('x'.repeat(100))))
      for (let at = 0; at < 240; at++) caller.socket.write(frames)
      let [waiting, looks] = [0, 0]
      await eventually('nothing more to be taken', () => {
        looks = caller.socket.writableLength === waiting ? looks + 1 : 0
        waiting = caller.socket.writableLength
        return looks > 100 ? true : undefined
      })
      const grown = childrenOf(stand.weir.pid).map((pid, at) => residentMegabytes(pid) - (before[at] ?? 0))
      caller.leave(true)
      const charges = await readBill(stand)
      return waiting > 8 * 1024 * 1024 && grown.every((each) => each < 64) && charges.length === 0
        ? undefined
        : `${stand.name}: ${waiting} bytes wait, ${grown.join()} MB more, ${charges.join()}`
    }
    expect(await playAll([play])).toEqual([])
  }, 180_000)

  it('is paid for up to its last note when its worker is killed, and gives back what was held ahead', async () => {
    const play: Play = async (stand) => {
      // 20 000 characters are 7600 tokens of eight units: noted down at once.
      stand.upstream.script = [created, { type: 'response.output_text.delta', response_id: 'a', delta: 'x'.repeat(20_000) }]
      const [idle, busy] = [stand.call(), stand.call()]
      await idle.hears('session.created')
      await busy.hears('session.created')
      busy.say({ type: 'response.create' })
      await busy.hears('response.output_text.delta')
      const noted = async () => ((await stand.database.count('reservations where progress_cost > 0')) === 1 ? true : undefined)
      await eventually('a note', noted)
      for (const pid of childrenOf(stand.weir.pid)) process.kill(pid, 'SIGKILL')
      await eventually('new workers', () => selfOf(stand.root).catch(() => undefined), { withinMs: 120_000 })
      const charges = await readBill(stand)
      return charges.join() === String(7600 * 8) ? undefined : `${stand.name}: charged ${charges.join()}`
    }
    expect(await playAll([play])).toEqual([])
  }, 240_000)

  it('leaves books that agree', async () => {
    for (const stand of stands) {
      expect(await stand.weir.stop()).toBe(0)
      expect(await runWeir(['ledger', 'verify'], stand.weir.environment)).toMatchObject({ code: 0 })
    }
  }, 180_000)
})
