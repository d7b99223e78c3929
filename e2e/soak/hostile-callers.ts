import { eventually } from '../../tools/testing/eventually.ts'
import { TARGETS } from '../hostile-caller/endpoints.ts'
import { leaveEarly, STAGES } from '../hostile-caller/leave-early.ts'
import { MALFORMED, UNUSUAL } from '../hostile-caller/malformed-requests.ts'
import { descriptors, expectUnharmed, residentMegabytes } from '../hostile-caller/oracle.ts'
import { sendWrongBody } from '../hostile-caller/send-body.ts'
import { openSlowCallers } from '../hostile-caller/slow-callers.ts'
import { WRONG_BODIES } from '../hostile-caller/wrong-bodies.ts'
import { rawRequest } from '../harness/raw-request.ts'
import { closeStand, openStand } from '../harness/stand.ts'

/** Everything a hostile caller can do on a connection, in full: every wrong body to every endpoint, and 2000 half-open connections. */

const MINUTES = Number(process.argv[2] ?? 10)
const HALF_OPEN = 2000
const LEAVINGS_PER_STAGE = 100
const PARALLEL = 4
/** Of the memory after the first round. */
const MAX_GROWTH = 1.25

const stand = await openStand()
const { weir } = stand
const openBefore = descriptors(weir.pid)
const deadline = performance.now() + MINUTES * 60_000
const counts = { rounds: 0, malformed: 0, bodies: 0, left: 0, halfOpen: 0 }
const problems: string[] = []

const sendMalformed = async (): Promise<void> => {
  for (const { name, bytes, statuses } of [...MALFORMED, ...UNUSUAL]) {
    const reply = await rawRequest(weir.url, bytes)
    const got = [...reply.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status).join(' ')
    if (got !== statuses.join(' ')) problems.push(`${name}: ${got}, not ${statuses.join(' ')}`)
    counts.malformed++
  }
}

const sendBodies = async (): Promise<void> => {
  const calls = TARGETS.flatMap((target) => WRONG_BODIES.map((body) => ({ target, body }))).values()
  const worker = async (): Promise<void> => {
    for (const { target, body } of calls) {
      const problem = await sendWrongBody(stand, target, body)
      if (problem !== undefined) problems.push(problem)
      counts.bodies++
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
}

const leave = async (): Promise<void> => {
  for (const stage of STAGES) {
    for (let left = 0; left < LEAVINGS_PER_STAGE; left += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, at) => leaveEarly(stand, { stage, isReset: at % 2 === 0 })))
      counts.left += 10
    }
  }
  stand.fake.journal.length = 0
}

const holdOpen = async (): Promise<void> => {
  const kinds = ['half a head', 'a head by drops', 'no body', 'a body by drops'] as const
  await Promise.all(kinds.map((kind) => openSlowCallers(weir.url, kind, HALF_OPEN / kinds.length)))
  counts.halfOpen += HALF_OPEN
}

const round = async (): Promise<void> => {
  await sendMalformed()
  await Promise.all([holdOpen(), leave()])
  await sendBodies()
  await expectUnharmed(stand, openBefore)
  counts.rounds++
}

await round()
const firstMegabytes = residentMegabytes(weir.pid)
let longestMs = 0
while (performance.now() + longestMs < deadline && problems.length === 0) {
  const startedAt = performance.now()
  await round()
  longestMs = Math.max(longestMs, performance.now() - startedAt)
}
const isFlat = (): true | undefined => residentMegabytes(weir.pid) <= firstMegabytes * MAX_GROWTH || undefined
// The runtime collects when it is idle for a while.
const hasGrown = (await eventually('memory to be back', isFlat, { withinMs: 60_000 }).catch(() => false)) === false
for (const problem of problems) process.stdout.write(`${problem}\n`)
process.stdout.write(
  `${counts.rounds} rounds: ${counts.malformed} odd requests, ${counts.bodies} wrong bodies, ${counts.left} callers left early, ${counts.halfOpen} slow connections, ${problems.length} problems\n` +
    `memory: ${firstMegabytes} MB after the first round, ${residentMegabytes(weir.pid)} MB at the end\n`,
)
await closeStand(stand)
process.exit(problems.length > 0 || hasGrown ? 1 : 0)
