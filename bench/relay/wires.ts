import { startUpstream } from './gateways.ts'
import { openWeir } from './weir.ts'
import { CASES, CHANNELS } from './wires/cases.ts'
import { problemsOf, renderWires } from './wires/report.ts'
import { measureWires } from './wires/rounds.ts'

const EVENTS = 100
const WARM_UP = 3000

/** What a request costs on every wire, and what it costs when it must be translated. */
export const compareWires = async (folder: string, scale: number): Promise<void> => {
  const upstream = await startUpstream({ events: EVENTS, gapMs: 0 })
  const weir = await openWeir(folder)
  try {
    for (const { type, model } of Object.values(CHANNELS)) await weir.addChannel({ type, models: model, base_url: upstream.url })
    const rounds = Math.ceil(31 * scale)
    const whole = await measureWires(weir, CASES, { isStream: false, requests: 160, slices: 8, parallel: 32, rounds, warmUp: WARM_UP })
    process.stdout.write(renderWires('Whole replies on every wire, 32 parallel', whole, 1))
    const streams = await measureWires(weir, CASES, { isStream: true, requests: 50, slices: 4, parallel: 50, rounds, warmUp: WARM_UP / 15 })
    process.stdout.write(renderWires(`Streams of ${EVENTS} events on every wire, 50 parallel`, streams, EVENTS))
    const problems = await problemsOf(weir, [...whole, ...streams])
    process.stdout.write(problems.length === 0 ? '\nEvery answer stands in the log once, with its price.\n' : `\n${problems.join('\n')}\n`)
    if (problems.length > 0) process.exitCode = 1
  } finally {
    await weir.stop()
    await upstream.stop()
  }
}
