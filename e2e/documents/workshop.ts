import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '../../tools/testing/eventually.ts'
import { freePort } from '../../tools/test-servers/process.ts'
import { command, environmentWith, temporaryFolder, type Environment } from '../harness/product.ts'
import { runToEnd, type Finished } from '../harness/run-weir.ts'

const quoted = command.map((part) => `'${part}'`).join(' ')

/** `weir` as it is installed, and `npx weir` or `npx weir-gateway` as npm starts it. */
const PROGRAMS: Readonly<Record<string, string>> = {
  weir: `#!/bin/sh\nexec ${quoted} "$@"\n`,
  npx: `#!/bin/sh\nshift\nexec ${quoted} "$@"\n`,
}

/** A folder to work in, with the product on the path, as a reader of the documents has it. */
export class Workshop {
  readonly folder = temporaryFolder()
  readonly #path: string

  constructor() {
    const programs = join(this.folder, 'programs')
    mkdirSync(programs)
    for (const [name, text] of Object.entries(PROGRAMS)) {
      writeFileSync(join(programs, name), text)
      chmodSync(join(programs, name), 0o755)
    }
    this.#path = `${programs}:${process.env['PATH'] ?? ''}`
  }

  /** A data folder with the root key of another one and no database. */
  emptyDataWithKeyOf(dataDir: string): string {
    const fresh = join(this.folder, 'fresh')
    mkdirSync(fresh)
    copyFileSync(join(dataDir, 'secret.key'), join(fresh, 'secret.key'))
    chmodSync(join(fresh, 'secret.key'), 0o600)
    return fresh
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text)
  }

  remove(file: string): void {
    rmSync(join(this.folder, file), { force: true })
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  run(text: string, environment: Environment, input = ''): Promise<Finished> {
    const env = environmentWith({ ...environment, PATH: this.#path })
    return runToEnd(['bash', '-c', `set -o pipefail\n${text}`], { cwd: this.folder, env, input })
  }

  /** Starts a server as the command says, on a port and with data of its own; what it printed, once it serves. */
  async serve(text: string): Promise<string> {
    const port = String(await freePort())
    const data = join(this.folder, `data-${port}`)
    const placed = text.replace('4000', port).replace('/srv/weir', data)
    const env = environmentWith({ DATA_DIR: data, PORT: port, PATH: this.#path })
    const child = Bun.spawn(['bash', '-c', `exec env ${placed}`], {
      cwd: this.folder,
      env,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'inherit',
    })
    let printed = ''
    const reading = (async () => {
      for await (const chunk of child.stdout) printed += new TextDecoder().decode(chunk)
    })()
    try {
      await eventually(`the ready line of ${text}`, () => /is ready at http/.test(printed) || undefined)
    } finally {
      child.kill('SIGTERM')
      await child.exited
      await reading
    }
    return printed
  }
}
