import { ownLogs } from '../harness/stand.ts'
import { WRITTEN } from '../fake-upstream/file-task.ts'
import { settledSelf } from '../sdk/effect.ts'
import { azure, openWires, sealingGemini, type Wire, type WireStand } from '../sdk/openai-wires.ts'
import { install } from './install.ts'
import { anthropic, gemini, programs, type Program } from './programs.ts'
import { hasNote, runProgram } from './run-program.ts'

/**
 * Codex, Gemini CLI and opencode as they are sold, each with one task against upstreams of other vendors: the file must be there, every
 * request of theirs understood by the upstream, and paid for to the unit. Fetched from npm, hence not a part of the test suite.
 */

const ISOLATED = '--isolated'

/** In units, at 21 tokens in and 13 out: $3 and $15, $2.50 and $10, $0.30 and $2.50, $2 and $12 a million, rounded up. */
const PRICES: ReadonlyMap<Wire, number> = new Map([
  [anthropic, 129],
  [azure, 92],
  [gemini, 20],
  [sealingGemini, 99],
])

const faultsOf = async (stand: WireStand, program: Program, wire: Wire): Promise<readonly string[]> => {
  const before = await settledSelf(stand.root)
  const rowsBefore = (await ownLogs(stand.root)).length
  const refusedBefore = stand.fakeOf(wire).refusals.length
  const outcome = await runProgram(program, { address: stand.baseUrl.replace(/\/v1$/, ''), key: stand.apiKey, model: wire.model })
  const requests = (await ownLogs(stand.root)).length - rowsBefore
  const spent = before.quota - (await settledSelf(stand.root)).quota
  const due = requests * (PRICES.get(wire) ?? 0)
  const faults = [
    outcome.code === 0 ? '' : `ended with ${outcome.code}`,
    hasNote(outcome) ? '' : `the file holds ${String(outcome.note)}`,
    outcome.output.includes(WRITTEN) ? '' : 'the answer was not shown',
    ...stand.fakeOf(wire).refusals.slice(refusedBefore),
    requests >= 2 ? '' : `${requests} requests`,
    spent === due ? '' : `${requests} requests cost ${spent} units instead of ${due}`,
  ].filter((fault) => fault !== '')
  if (faults.length > 0) process.stdout.write(outcome.output)
  else process.stdout.write(`  ${requests} requests, ${spent} units\n`)
  return faults
}

const run = async (): Promise<number> => {
  const stand = await openWires([...PRICES.keys()])
  let [passed, failed] = [0, 0]
  try {
    for (const program of programs) {
      for (const wire of program.upstreams) {
        process.stdout.write(`${program.name} ${program.version} over ${wire.name}\n`)
        const faults = await faultsOf(stand, program, wire)
        for (const fault of faults) process.stdout.write(`  ${fault}\n`)
        if (faults.length === 0) passed += 1
        else failed += 1
      }
    }
  } finally {
    await stand.close()
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  return failed
}

/** Everything again in a network that consists of its own loopback. Undefined where the system does not allow that. */
const runIsolated = async (): Promise<number | undefined> => {
  const enter = ['unshare', '-n', 'sh', '-c']
  const options = { stdin: 'ignore', stdout: 'inherit', stderr: 'inherit' } as const
  const isAllowed = await Bun.spawn([...enter, 'ip link set lo up'], { ...options, stderr: 'ignore' }).exited.catch(() => 1)
  if (isAllowed !== 0) return undefined
  const again = `ip link set lo up && exec "$0" "$1" ${ISOLATED}`
  return await Bun.spawn([...enter, again, process.execPath, import.meta.path], options).exited
}

if (process.argv.includes(ISOLATED)) {
  process.exit((await run()) === 0 ? 0 : 1)
} else {
  for (const program of programs) await install(program)
  const code = await runIsolated()
  if (code !== undefined) process.exit(code)
  process.stdout.write('No network of their own: the programs are kept from the internet by a proxy that refuses\n')
  process.exit((await run()) === 0 ? 0 : 1)
}
