import { spawn } from 'node:child_process'

/** Bun reads the limit before its first line runs and otherwise holds back the 257th parallel upstream call. */
export const environment = () => ({ BUN_CONFIG_MAX_HTTP_REQUESTS: '65535', ...process.env })

export const fail = (error) => {
  console.error(`weir: ${error.message}`)
  process.exit(1)
}

/** Stays as a thin parent where Node cannot replace itself: passes signals on and leaves with the child's code. */
const superviseChild = (bun, argv) => {
  const child = spawn(bun, argv, { stdio: 'inherit', env: environment() })
  let isStopping = false
  const forward = (signal) => {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the whole group; passed on as well, it would reach the server twice.
      const hasReachedChild = signal === 'SIGINT' && process.stdin.isTTY === true
      if (!isStopping && !hasReachedChild) child.kill(signal)
      isStopping = true
    })
  }
  forward('SIGINT')
  forward('SIGTERM')
  child.on('error', fail)
  child.on('close', (code, signal) => process.exit(code ?? (isStopping && (signal === 'SIGINT' || signal === 'SIGTERM') ? 0 : 1)))
}

/** Lets Bun run the server in the place of this process. */
export const launch = (bun, argv) => {
  if (typeof process.execve === 'function' && process.platform !== 'win32') process.execve(bun, [bun, ...argv], environment())
  superviseChild(bun, argv)
}
