import { fileURLToPath } from 'node:url'

/** A bundle has everything beside it, on the disk or inside the executable; among the sources everything has its own place. */
const isBundled = !import.meta.path.endsWith('/process/own-files.ts')

const locate = (inBundle: string, amongSources: string): URL => new URL(isBundled ? inBundle : amongSources, import.meta.url)

export const consoleFolder: string = fileURLToPath(locate('./console', '../../../console/dist'))

export const tokenCounterThread: string = locate('./token-counter-worker.js', '../relay/token-counter-worker.ts').href

/** Starts this program once more. An executable is its own first file; Bun must be told which one to run. */
export const ownCommand: readonly string[] = Bun.embeddedFiles.length > 0 ? [process.execPath] : [process.execPath, Bun.main]
