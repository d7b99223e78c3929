#!/usr/bin/env node
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureConsole } from './console-build.mjs'
import { findBun } from './find-bun.mjs'
import { fail, launch } from './launch.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const args = process.argv.slice(2)

/** The server serves the console, and `weir build` only builds it; `weir passwd` and its like do without. */
const needsConsole = ([first = 'start']) =>
  first === 'start' || first === 'demo' || first === 'build' || (first.startsWith('-') && !/^(?:-h|--help|-v|--version)$/.test(first))

const leaveQuietly = () => process.exit(0)

const run = async () => {
  const bun = findBun(root, 'run npm ci first')
  process.once('SIGINT', leaveQuietly).once('SIGTERM', leaveQuietly)
  if (needsConsole(args)) await ensureConsole(root)
  if (args[0] === 'build') return
  process.off('SIGINT', leaveQuietly).off('SIGTERM', leaveQuietly)
  launch(bun, [join(root, 'apps/server/src/main.ts'), ...args])
}

run().catch(fail)
