import { join, resolve } from 'node:path'

export const ROOT = join(import.meta.dir, '../..')
export const environment = {
  ...process.env,
  BUN_CONFIG_MAX_HTTP_REQUESTS: '65535',
  NODE_ENV: 'production',
  NODE_TLS_REJECT_UNAUTHORIZED: '0',
}

/** A program of this repository, or by an absolute path of another. What it prints is read until it is ready. */
export const bun = (script: string, args: readonly string[], extra: Readonly<Record<string, string>> = {}) =>
  Bun.spawn([process.execPath, resolve(ROOT, script), ...args], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
    env: { ...environment, ...extra },
  })

export const untilLine = async (child: Bun.Subprocess<'ignore', 'pipe', 'inherit'>, pattern: RegExp): Promise<void> => {
  let seen = ''
  for await (const chunk of child.stdout) {
    seen += new TextDecoder().decode(chunk)
    if (pattern.test(seen)) return
  }
  throw new Error(`ended before it was ready: ${seen.slice(0, 500)}`)
}

/** Fails at once when the program has ended. */
export const untilOpen = async (url: string, child: Bun.Subprocess): Promise<void> => {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode} before ${url} was open`)
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await Bun.sleep(100)
  }
  throw new Error(`${url} did not open`)
}

export const stopper = (child: Bun.Subprocess) => async (): Promise<void> => {
  child.kill('SIGTERM')
  await child.exited
}
