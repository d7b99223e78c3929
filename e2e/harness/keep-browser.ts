import { afterAll } from 'bun:test'
import { closeBrowser, keepBrowser } from './browser.ts'

// Preloaded: only such a script is told when the last file has ended.
keepBrowser()
afterAll(closeBrowser)
