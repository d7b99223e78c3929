import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../../tools/testing/eventually.ts'
import { freePort } from '../../tools/test-servers/process.ts'

export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Takes and keeps whatever is posted. */
export const startReceiver = () => {
  const received: Received[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      received.push({ path: new URL(request.url).pathname, headers: Object.fromEntries(request.headers), body: await request.text() })
      return Response.json({})
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, received, stop: () => server.stop(true) }
}

const configFor = (port: number): string => `
receivers: { otlp: { protocols: { http: { endpoint: '127.0.0.1:${port}' } } } }
exporters: { debug: { verbosity: detailed } }
service:
  telemetry: { metrics: { level: none } }
  pipelines:
    traces: { receivers: [otlp], exporters: [debug] }
    metrics: { receivers: [otlp], exporters: [debug] }
`

/** The collector of OpenTelemetry, which prints what it has understood. */
export const startCollector = async (program: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-otelcol-'))
  const port = await freePort()
  const file = join(folder, 'config.yaml')
  writeFileSync(file, configFor(port))
  const log = join(folder, 'log')
  const child = Bun.spawn([program, '--config', `file:${file}`], { stdin: 'ignore', stdout: Bun.file(log), stderr: Bun.file(log) })
  const url = `http://127.0.0.1:${port}`
  const answers = (): Promise<true | undefined> =>
    fetch(url).then(
      () => true as const,
      () => undefined,
    )
  await eventually('the collector answers', async () => {
    if (child.exitCode !== null) throw new Error(`the collector ended with ${child.exitCode}:\n${await Bun.file(log).text()}`)
    return await answers()
  })
  return {
    url,
    printed: () => Bun.file(log).text(),
    stop: async () => {
      child.kill()
      await child.exited
      rmSync(folder, { recursive: true })
    },
  }
}
