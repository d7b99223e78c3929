import { applyFile, planFile } from '../cli/config/apply.ts'
import { readConfigFile } from '../cli/config/read-file.ts'
import { withGateway, type Gateway } from '../cli/gateway.ts'
import { readConfig } from '../config.ts'

/** A process that applies a file and is killed without warning right after one of its calls: `<data folder> <file> <which call>`. */
const [folder = '', path = '', step = ''] = process.argv.slice(2)

const killedAt = (gateway: Gateway): Gateway => {
  let calls = 0
  return {
    ...gateway,
    call: async (endpoint, input, owner) => {
      const called = await gateway.call(endpoint, input, owner)
      calls += 1
      if (calls === Number(step)) process.kill(process.pid, 'SIGKILL')
      return called
    },
  }
}

await withGateway(readConfig({ ...process.env, DATA_DIR: folder }), async (gateway) => {
  const file = await readConfigFile(path)
  const agreed = await planFile(file, gateway, false)
  const deadly: Gateway = { ...gateway, atomically: (work) => gateway.atomically((inner) => work(killedAt(inner))) }
  await applyFile(file, deadly, { isPruned: false, agreed })
})
