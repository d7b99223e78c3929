import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../test-servers/process.ts'
import { expectEqual } from './expect-equal.ts'
import { run } from './run.ts'

const BASE = 'localhost/weir-base'
const IMAGE = 'localhost/weir'
const PATIENCE_MS = 300_000
const ACCOUNT = 65_532
/** Written by the image's own program, or by the kernel. */
const WRITABLE = ['data', 'tmp', 'proc', 'sys', 'dev', 'run']

interface ImageConfig {
  readonly User: string
  readonly Entrypoint: readonly string[]
  readonly StopSignal: string
  readonly Volumes: Readonly<Record<string, unknown>>
  readonly Healthcheck: { readonly Test: readonly string[] }
}

/** What was made or changed since a file was written, outside the places that are meant for it. */
const writtenSince = async (marker: string, root: string): Promise<readonly string[]> => {
  const spared = WRITABLE.flatMap((name) => ['-path', join(root, name), '-prune', '-o'])
  const found = await run(['find', root, '-xdev', ...spared, '-newer', marker, '-type', 'f', '-print'], root)
  return found.split('\n').filter((line) => line !== '')
}

/** The server itself: buildah, which waits for it, does not hand signals on as a runtime of containers does. */
const serverIn = (root: string): number => {
  const executable = join(root, 'usr/local/bin/weir')
  const { dev, ino } = statSync(executable)
  // By the file and not by its path, which is another in the container's own tree of mounts.
  const isServer = (pid: string): boolean => {
    try {
      const running = statSync(`/proc/${pid}/exe`)
      return running.dev === dev && running.ino === ino
    } catch {
      return false
    }
  }
  const pid = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .find(isServer)
  if (pid === undefined) throw new Error(`no process runs ${executable}`)
  return Number(pid)
}

const untilReady = async (output: AsyncIterable<Uint8Array>): Promise<string> => {
  let printed = ''
  for await (const chunk of output) {
    printed += Buffer.from(chunk).toString()
    if (/^curl .*\n/m.test(printed)) return printed
  }
  throw new Error(`the container did not start:\n${printed}`)
}

/** The line that `weir demo` prints for its user, asked from outside the container. */
const askDemo = async (printed: string): Promise<string> => {
  const line = /^curl .*$/m.exec(printed)?.[0] ?? ''
  return await run(['sh', '-c', `${line} --silent --fail --max-time 30`], tmpdir())
}

/** Debian's own packages make the base, so that nothing is pulled from a registry of images. */
const buildBase = async (folder: string, buildah: readonly string[]): Promise<void> => {
  const release = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
  if (release === undefined) throw new Error('the image is checked on Debian: /etc/os-release names no release')
  const archive = join(folder, 'base.tar')
  await run(['mmdebstrap', '--quiet', '--variant=essential', release, archive], folder)
  const container = (await run([...buildah, 'from', 'scratch'], folder)).trim()
  await run([...buildah, 'add', '--quiet', container, archive, '/'], folder)
  await run([...buildah, 'commit', '--quiet', container, BASE], folder)
}

const checkConfig = async (folder: string, buildah: readonly string[]): Promise<void> => {
  const inspected = JSON.parse(await run([...buildah, 'inspect', '--type', 'image', IMAGE], folder)) as {
    readonly Docker: { readonly config: ImageConfig }
  }
  const { User, Entrypoint, StopSignal, Volumes, Healthcheck } = inspected.Docker.config
  expectEqual('the account', User, `${ACCOUNT}:${ACCOUNT}`)
  expectEqual('the command', Entrypoint, ['weir'])
  expectEqual('the signal to end', StopSignal, 'SIGTERM')
  expectEqual('the volumes', Object.keys(Volumes), ['/data'])
  expectEqual('the health check', Healthcheck.Test, ['CMD', 'weir', 'health'])
}

const checkRun = async (folder: string, buildah: readonly string[]): Promise<void> => {
  const container = (await run([...buildah, 'from', '--pull-never', IMAGE], folder)).trim()
  const root = (await run([...buildah, 'mount', container], folder)).trim()
  const port = String(await freePort())
  const inside = [...buildah, 'run', '--isolation', 'chroot', '--env', `PORT=${port}`, container, '--']
  // The first command in a container has buildah write hosts and resolv.conf.
  await run([...inside, 'true'], folder)
  const marker = join(folder, 'marker')
  await Bun.write(marker, '')
  const server = Bun.spawn([...inside, 'weir', 'demo'], {
    cwd: folder,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: PATIENCE_MS,
  })
  try {
    const printed = await untilReady(server.stdout)
    await run([...inside, 'weir', 'health'], folder)
    if (!(await askDemo(printed)).includes('"chat.completion"')) throw new Error('the container answered with no completion')
    const pid = serverIn(root)
    expectEqual('the account of the server', statSync(`/proc/${pid}`).uid, ACCOUNT)
    process.kill(pid, 'SIGTERM')
    expectEqual('the exit code after SIGTERM', await server.exited, 0)
  } finally {
    server.kill()
  }
  expectEqual('what was written outside /data', await writtenSince(marker, root), [])
}

/** Built and run without a daemon, without namespaces and without a pull; as root, since it makes file systems. */
export const checkImage = async (output: string, executable: string): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-image-'))
  const buildah = ['buildah', '--root', join(folder, 'root'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
  try {
    await buildBase(folder, buildah)
    const given = ['--build-arg', `BASE=${BASE}`, '--build-arg', `EXECUTABLE=${executable}`]
    const options = ['--isolation', 'chroot', '--format', 'docker', '--pull-never', ...given, '--tag', IMAGE]
    await run([...buildah, 'bud', ...options, '--file', join(output, 'Containerfile'), output], folder)
    await checkConfig(folder, buildah)
    await checkRun(folder, buildah)
    console.log('the image is built, serves a request as its own account, is healthy, ends by SIGTERM and writes to /data alone')
  } finally {
    await run([...buildah, 'rm', '--all'], folder).catch(() => undefined)
    await run([...buildah, 'rmi', '--all', '--force'], folder).catch(() => undefined)
    rmSync(folder, { recursive: true, force: true })
  }
}
