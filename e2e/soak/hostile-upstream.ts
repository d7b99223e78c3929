import { eventually } from '../../tools/testing/eventually.ts'
import { databases, type DatabaseKind } from '../harness/databases.ts'
import type { Case } from '../hostile-upstream/case.ts'
import { figureCases } from '../hostile-upstream/figure-cases.ts'
import { massCases } from '../hostile-upstream/mass-cases.ts'
import { runCase } from '../hostile-upstream/run-case.ts'
import { closeHostileStand, memoryOf, openHostileStand, wires } from '../hostile-upstream/stand.ts'
import { cutCases, transportCases } from '../hostile-upstream/transport-cases.ts'

/** Every lie of a hostile upstream on every wire, and every reply closed after each of its bytes, spread over all databases. */

const MINUTES = Number(process.argv[2] ?? 12)
const deadline = performance.now() + MINUTES * 60_000
/** What a runtime that has collected its garbage may hold beyond what it held after the first cases. */
const GROWTH_MEGABYTES = 200

const everyByte = (total: number): readonly number[] => Array.from({ length: total }, (_, length) => length)

interface Tally {
  readonly name: string
  readonly cases: number
  readonly left: number
  readonly faulty: number
  readonly mismatches: readonly string[]
  readonly memory: string
  readonly isFlat: boolean
}

const playOn = async (kind: DatabaseKind, place: number): Promise<Tally> => {
  const stand = await openHostileStand(kind)
  const mismatches: string[] = []
  const [count, faulty] = [{ value: 0 }, { value: 0 }]
  const play = async (cases: readonly Case[]): Promise<void> => {
    for (const one of cases) {
      if (performance.now() > deadline) return
      count.value++
      const found = await runCase(stand, one).catch((error: unknown) => [`${one.wire.name}: ${one.name}: ${String(error)}`])
      if (found.length > 0) faulty.value++
      mismatches.push(...found.map((line) => `${kind.name}: ${line}`))
    }
  }
  const short = wires.flatMap((wire) => [...figureCases(wire), ...transportCases(wire)])
  await play(short)
  const before = memoryOf(stand).megabytes
  const long = wires
    .flatMap((wire) => [...massCases(wire), ...cutCases(wire, everyByte)])
    .filter((_, index) => index % databases.length === place)
  await play(long)
  const isBack = (): boolean => memoryOf(stand).megabytes <= before + GROWTH_MEGABYTES
  // The runtime collects when it is idle for a while.
  const isFlat = await eventually('memory to be back', () => (isBack() ? true : undefined), { withinMs: 60_000 }).catch(() => false)
  const { megabytes, peak } = memoryOf(stand)
  await closeHostileStand(stand)
  return {
    name: kind.name,
    cases: count.value,
    left: short.length + long.length - count.value,
    faulty: faulty.value,
    mismatches,
    memory: `${before} MB before, ${peak} MB at most, ${megabytes} MB after`,
    isFlat,
  }
}

const tallies = await Promise.all(databases.map(playOn))
for (const { mismatches } of tallies) for (const line of mismatches) process.stdout.write(`${line}\n`)
for (const { name, cases, left, faulty, mismatches, memory, isFlat } of tallies) {
  process.stdout.write(
    `${name}: ${cases} cases (${left} left for want of time), ${faulty} faults, ${mismatches.length} mismatches; ${memory}${isFlat ? '' : ': not back'}\n`,
  )
}
process.exit(tallies.every(({ faulty, isFlat }) => faulty === 0 && isFlat) ? 0 : 1)
