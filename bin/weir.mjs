#!/usr/bin/env node
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureConsole } from './console-build.mjs'
import { findBun } from './find-bun.mjs'
import { fail, launch } from './launch.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const args = process.argv.slice(2)

/** The first word that is neither a flag nor the value of one. */
const command = args.find((word, at) => !word.startsWith('-') && !/^--(?:port|data)$/.test(args[at - 1] ?? '')) ?? 'start'

/** The server serves the console, and `weir build` only builds it; `weir passwd` and its like do without. */
const needsConsole = () =>
  command === 'demo' || command === 'build' || (command === 'start' && !args.some((word) => /^(?:-h|--help|-v|--version)$/.test(word)))

const leaveQuietly = () => process.exit(0)

const run = async () => {
  const bun = findBun(root, 'run npm ci first')
  process.once('SIGINT', leaveQuietly).once('SIGTERM', leaveQuietly)
  if (needsConsole()) await ensureConsole(root)
  if (command === 'build') return
  process.off('SIGINT', leaveQuietly).off('SIGTERM', leaveQuietly)
  launch(bun, [join(root, 'apps/server/src/main.ts'), ...args])
}

run().catch(fail)
