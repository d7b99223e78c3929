import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStaticFiles } from './static-files.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-console-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'assets', 'app-1.js'), 'export {}')
})
afterAll(() => rmSync(folder, { recursive: true }))

const ruleIn = (serve: (request: Request) => Response, name: string) =>
  serve(new Request('http://weir.test/login'))
    .headers.get('content-security-policy')
    ?.split('; ')
    .find((rule) => rule.startsWith(name))

describe('the files of the console', () => {
  it('run scripts of their own alone, and those of the human check while it is on', async () => {
    let hasHumanCheck = false
    const serve = await openStaticFiles(folder, () => ({ hasHumanCheck, chatLink: '' }))
    expect(ruleIn(serve, 'script-src')).toBe("script-src 'self'")
    hasHumanCheck = true
    expect(ruleIn(serve, 'script-src')).toBe("script-src 'self' https://challenges.cloudflare.com")
  })

  it('frame sites with a certificate, and the chat site even without one', async () => {
    let chatLink = 'https://chat.example/x'
    const serve = await openStaticFiles(folder, () => ({ hasHumanCheck: false, chatLink }))
    expect(ruleIn(serve, 'frame-src')).toBe('frame-src https:')
    chatLink = 'http://10.0.0.7:3001/chat?x=1'
    expect(ruleIn(serve, 'frame-src')).toBe('frame-src https: http://10.0.0.7:3001')
  })

  it('are the start page for every path but a missing asset, and are read only', async () => {
    const serve = await openStaticFiles(folder)
    const statusOf = (path: string, method = 'GET') => serve(new Request(`http://weir.test${path}`, { method })).status
    expect([statusOf('/'), statusOf('/token/edit/7'), statusOf('/assets/app-1.js')]).toEqual([200, 200, 200])
    expect([statusOf('/assets/gone.js'), statusOf('/login', 'POST'), statusOf('/../../etc/passwd')]).toEqual([404, 405, 200])
  })
})
