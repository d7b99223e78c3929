/** Runs a command to its end; what it printed is told when it fails. */
export const run = async (argv: readonly string[], cwd: string): Promise<string> => {
  const child = Bun.spawn([...argv], { cwd, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [stdout, stderr, code] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}:\n${stdout}${stderr}`)
  return stdout
}
