import type { Example } from './example.ts'

const END = '\u0000'

const NEXT = 'printf "\\0"'

/** Each in its own scope; what an address answers is printed, whatever the status. */
const PYTHON = `
import json, sys, urllib.error
for example in json.load(sys.stdin):
    try:
        exec(example, {})
    except urllib.error.HTTPError as error:
        print(error.read().decode())
    print("\\0", end="")
`

const run = async (argv: readonly string[], input: string, token: string): Promise<readonly string[]> => {
  const child = Bun.spawn([...argv], {
    env: { ...process.env, WEIR_TOKEN: token },
    stdin: new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`${argv[0]} failed: ${errors}`)
  return output.split(END).slice(0, -1)
}

const inTypescript = (examples: readonly string[], token: string): Promise<readonly string[]> => {
  const program = examples.map((example) => `{\n${example}\nprocess.stdout.write('\\0')\n}`).join('\n')
  return run(
    [process.execPath, 'run', '-'],
    program.replaceAll('console.log(await answer.json())', 'console.log(JSON.stringify(await answer.json()))'),
    token,
  )
}

/** What each example prints. All of one language run in one process: starting a hundred would take most of the time. */
export const runExamples = (language: keyof Example, examples: readonly string[], token: string): Promise<readonly string[]> => {
  switch (language) {
    case 'sh':
      return run(
        ['bash', '-s'],
        ['set -e', ...examples.flatMap((example) => [example.replace('curl ', 'curl --silent '), NEXT])].join('\n'),
        token,
      )
    case 'python':
      return run(['python3', '-c', PYTHON], JSON.stringify(examples), token)
    case 'ts':
      return inTypescript(examples, token)
  }
}
