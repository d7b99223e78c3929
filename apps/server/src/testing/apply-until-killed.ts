import { applyFile, planFile } from '../cli/config/apply.ts'
import { readConfigFile } from '../cli/config/read-file.ts'
import { withGateway, type Gateway } from '../cli/gateway.ts'
import { readConfig } from '../config.ts'

/**
 * A process that applies a file and is killed without warning: `<data folder> <file> <where>`, which is before one of its calls by its
 * number, before the end of its transaction by the number after that, or at its end.
 */
const [folder = '', path = '', step = ''] = process.argv.slice(2)

const die = (): boolean => process.kill(process.pid, 'SIGKILL')

let passed = 0
const pass = (): void => {
  passed += 1
  if (passed === Number(step)) die()
}

const killedAt = (gateway: Gateway): Gateway => ({
  ...gateway,
  call: (endpoint, input, owner) => {
    pass()
    return gateway.call(endpoint, input, owner)
  },
})

await withGateway(readConfig({ ...process.env, DATA_DIR: folder }), async (gateway) => {
  const file = await readConfigFile(path)
  const agreed = await planFile(file, gateway, false)
  const deadly: Gateway = {
    ...gateway,
    atomically: (work) =>
      gateway.atomically(async (inner) => {
        const done = await work(killedAt(inner))
        pass()
        return done
      }),
  }
  await applyFile(file, deadly, { isPruned: false, agreed })
  die()
})
