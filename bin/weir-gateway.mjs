#!/usr/bin/env node
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBun } from './find-bun.mjs'
import { fail, launch } from './launch.mjs'

/** The first file of the npm package: its server is bundled and its console is built. */
const root = dirname(dirname(fileURLToPath(import.meta.url)))

try {
  launch(findBun(root, 'install weir-gateway again'), [join(root, 'program/main.js'), ...process.argv.slice(2)])
} catch (error) {
  fail(error)
}
