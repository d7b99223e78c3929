import { exitOnInterrupt } from '../gates/children.ts'
import { canInstall, installPackages, updatePackageLists } from './apt.ts'
import { testServers, type StartedServer, type TestServer } from './servers.ts'

export interface RunningTestServers {
  /** Addresses by environment variable. */
  readonly env: Readonly<Record<string, string>>
  /** One line for every server that could not be had. */
  readonly missing: readonly string[]
  readonly stop: () => Promise<void>
}

interface Attempt {
  readonly server: TestServer
  readonly started?: StartedServer
  readonly reason?: string
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const attempt = async (server: TestServer, installProblem: string | undefined): Promise<Attempt> => {
  const program = server.find()
  if (program === undefined) return { server, reason: installProblem ?? 'not installed, and only root on Debian may install it here' }
  try {
    return { server, started: await server.start(program) }
  } catch (error) {
    return { server, reason: reasonOf(error) }
  }
}

/** Reasons by server. One after the other: a system that lacks one package still gets the rest. */
const installMissing = async (servers: readonly TestServer[]): Promise<ReadonlyMap<TestServer, string>> => {
  const reasons = new Map<TestServer, string>()
  const missing = servers.filter((server) => server.find() === undefined || server.isPoor?.() === true)
  if (missing.length === 0 || !canInstall()) return reasons
  await updatePackageLists()
  for (const server of missing) {
    const reason = await installPackages(server.packages)
    if (reason !== undefined) reasons.set(server, reason)
  }
  return reasons
}

/** Brings up what the suites need. An address that is already set is used as it is. */
export const startTestServers = async (names: readonly string[] = testServers.map(({ name }) => name)): Promise<RunningTestServers> => {
  exitOnInterrupt()
  const wanted = testServers.filter(({ name, variable }) => names.includes(name) && (process.env[variable] ?? '') === '')
  const installProblems = await installMissing(wanted)
  const attempts = await Promise.all(wanted.map((server) => attempt(server, installProblems.get(server))))
  return {
    env: Object.fromEntries(attempts.flatMap(({ server, started }) => (started === undefined ? [] : [[server.variable, started.address]]))),
    missing: attempts.flatMap(({ server, reason }) =>
      reason === undefined ? [] : [`SKIPPED: ${server.neededBy}: no ${server.name}: ${reason}`],
    ),
    stop: async () => {
      await Promise.all(attempts.flatMap(({ started }) => started?.stop() ?? []))
    },
  }
}
