import { databases } from '../harness/databases.ts'
import { runWeir } from '../harness/run-weir.ts'
import { LEAVINGS, playLeaving } from '../hostile-realtime/leavings.ts'
import { LIES, playLie } from '../hostile-realtime/lies.ts'
import { closeRealtimeStand, openRealtimeStands } from '../hostile-realtime/stand.ts'

/** Every lie of a realtime upstream and every way to leave a session, over and over on all databases at once. */

const MINUTES = Number(process.argv[2] ?? 10)
const deadline = performance.now() + MINUTES * 60_000

const stands = await openRealtimeStands(databases)
const faults: string[] = []
let sessions = 0

await Promise.all(
  stands.map(async (stand) => {
    const plays = [
      ...LIES.map((lie) => () => playLie(stand, lie)),
      ...LEAVINGS.flatMap((leaving) => [true, false].map((isReset) => () => playLeaving(stand, leaving, isReset))),
    ]
    while (performance.now() < deadline) {
      for (const play of plays) {
        const fault = await play().catch((error: unknown) => `${stand.name}: ${String(error)}`)
        if (fault !== undefined) faults.push(fault)
        sessions++
      }
    }
    await stand.weir.stop()
    const { code } = await runWeir(['ledger', 'verify'], stand.weir.environment)
    if (code !== 0) faults.push(`${stand.name}: the books disagree`)
  }),
)
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.stdout.write(`${sessions} sessions, ${faults.length} faults\n`)
await Promise.all(stands.map(closeRealtimeStand))
process.exit(faults.length > 0 ? 1 : 0)
