import { expect, it } from 'bun:test'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { createDataFolder, freePort, parentOfData, runToEnd, startServer } from './process.ts'

const serverThat = (code: string) => {
  const folder = createDataFolder('fake', undefined)
  return { argv: [process.execPath, '-e', code], account: undefined, folder, readyLine: /ready/, endSignal: 'SIGKILL' } as const
}

it('waits for the ready line and takes the folder away at the end', async () => {
  const options = serverThat("console.log('starting'); console.error('ready'); setInterval(() => {}, 1000)")
  const server = await startServer(options)
  expect(existsSync(options.folder)).toBe(true)
  await server.stop()
  expect(existsSync(options.folder)).toBe(false)
})

it('fails with the last words of a server that ends before it is ready', async () => {
  const options = serverThat("console.error('no space left'); process.exit(1)")
  await expect(startServer(options)).rejects.toThrow('no space left')
  expect(existsSync(options.folder)).toBe(false)
})

it('fails with the last words of a preparing command', async () => {
  const { argv, account, folder } = serverThat("console.error('bad locale'); process.exit(1)")
  await expect(runToEnd(argv, { account, folder })).rejects.toThrow('bad locale')
  expect(existsSync(folder)).toBe(false)
})

it('finds a port that can be listened on', async () => {
  const port = await freePort()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const server = createServer().on('error', reject).listen(port, '127.0.0.1', resolve)
  await promise
  server.close()
  expect(port).toBeGreaterThan(1023)
})

it('keeps the data in memory where there are four gigabytes of it, and on the disk elsewhere', () => {
  const gigabytes = (count: number) => () => count * 1_073_741_824
  expect([parentOfData(gigabytes(4)), parentOfData(gigabytes(3.9))]).toEqual(['/dev/shm', tmpdir()])
  const missing = (path: string): number => {
    throw new Error(`no ${path}`)
  }
  expect(parentOfData(missing)).toBe(tmpdir())
})
