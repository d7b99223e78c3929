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

describe('the files of the console', () => {
  it('run scripts of their own alone, and those of the human check while it is on', async () => {
    let isOn = false
    const serve = await openStaticFiles(folder, () => isOn)
    const scriptRule = () =>
      /script-src [^;]*/.exec(serve(new Request('http://weir.test/login')).headers.get('content-security-policy') ?? '')?.[0]
    expect(scriptRule()).toBe("script-src 'self'")
    isOn = true
    expect(scriptRule()).toBe("script-src 'self' https://challenges.cloudflare.com")
  })

  it('are the start page for every path but a missing asset, and are read only', async () => {
    const serve = await openStaticFiles(folder)
    const statusOf = (path: string, method = 'GET') => serve(new Request(`http://weir.test${path}`, { method })).status
    expect([statusOf('/'), statusOf('/token/edit/7'), statusOf('/assets/app-1.js')]).toEqual([200, 200, 200])
    expect([statusOf('/assets/gone.js'), statusOf('/login', 'POST'), statusOf('/../../etc/passwd')]).toEqual([404, 405, 200])
  })
})
