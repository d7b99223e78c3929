import { expect, it } from 'bun:test'
import { runCommandLine } from '../testing/command-line.ts'

const scriptFor = async (shell: string): Promise<string> => (await runCommandLine(['completion', shell])).out

/** What bash itself offers behind these words, the last of which is being typed. */
const offered = async (...words: readonly string[]): Promise<readonly string[]> => {
  const line = `COMP_WORDS=(weir ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _weir; echo "\${COMPREPLY[*]}"`
  const child = Bun.spawn(['bash', '--norc', '-c', `${await scriptFor('bash')}\n${line}`], { stdout: 'pipe', stderr: 'inherit' })
  return (await new Response(child.stdout).text()).trim().split(' ')
}

it('completes commands, verbs and flags in bash', async () => {
  expect(await offered('le')).toEqual(['ledger'])
  expect(await offered('ledger', 're')).toEqual(['reset', 'reprice', 'reconcile'])
  expect(await offered('--data', '/srv', 'ledger', 'ver')).toEqual(['verify'])
  expect(await offered('ledger', 'reprice', '--model', 'gpt-4o', '--p')).toEqual(['--prices'])
  expect(await offered('ledger', 'verify', '--j')).toEqual(['--json'])
  expect(await offered('prices', 'export', '--j')).toEqual(['--json'])
  expect(await offered('wor')).toEqual([''])
})

it('offers the same words to zsh and to fish, to fish with what they mean', async () => {
  const zsh = await scriptFor('zsh')
  expect(zsh).toStartWith('#compdef weir\n')
  expect(zsh).toContain('("ledger") offered=(verify reset reprice reconcile --help) ;;')
  const fish = await scriptFor('fish')
  expect(fish).toContain(
    "complete -c weir -n '__weir_at ledger' -a 'verify' -d 'compare every balance with the ledger, and every charge with its log row'",
  )
})

it('names the shells that it knows', async () => {
  await expect(runCommandLine(['completion', 'tcsh'])).rejects.toThrow('tcsh is no shell that is known: bash, zsh, fish')
})
