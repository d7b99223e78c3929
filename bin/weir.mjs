#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureConsole } from './console-build.mjs'
import { findBun } from './find-bun.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const args = process.argv.slice(2)

/** The server serves the console, and `weir build` only builds it; `weir passwd` and its like do without. */
const needsConsole = ([first = 'start']) =>
  first === 'start' || first === 'demo' || first === 'build' || (first.startsWith('-') && !/^(?:-h|--help|-v|--version)$/.test(first))

// Bun reads it before its first line runs and otherwise holds back the 257th parallel upstream call.
const environment = () => ({ BUN_CONFIG_MAX_HTTP_REQUESTS: '65535', ...process.env })

const leaveQuietly = () => process.exit(0)

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

const fail = (error) => {
  console.error(`weir: ${error.message}`)
  process.exit(1)
}

const run = async () => {
  const bun = findBun(root)
  process.once('SIGINT', leaveQuietly).once('SIGTERM', leaveQuietly)
  if (needsConsole(args)) await ensureConsole(root)
  if (args[0] === 'build') return
  process.off('SIGINT', leaveQuietly).off('SIGTERM', leaveQuietly)
  const argv = [join(root, 'apps/server/src/main.ts'), ...args]
  if (typeof process.execve === 'function' && process.platform !== 'win32') process.execve(bun, [bun, ...argv], environment())
  superviseChild(bun, argv)
}

run().catch(fail)
