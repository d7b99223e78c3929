import { run } from './run.ts'

interface Compilation {
  /** Where `bundleProgram` has written. */
  readonly program: string
  readonly executable: string
  /** A target of Bun's, such as `bun-linux-arm64-musl`; this machine's own unless told. */
  readonly target?: string
  /** Compiled beforehand: starts in a third of the time, for 20 MB more and some seconds of building. */
  readonly hasBytecode: boolean
}

/** One file that holds Bun, the server, its threads and the console. */
export const compileExecutable = async ({ program, executable, target, hasBytecode }: Compilation): Promise<void> => {
  await run(
    [
      process.execPath,
      'build',
      '--compile',
      '--asset=console',
      // A file of that name in the folder of the operator is none of ours, and could make the program run other code.
      '--no-compile-autoload-bunfig',
      ...(hasBytecode ? ['--bytecode', '--format=esm'] : []),
      ...(target === undefined ? [] : [`--target=${target}`]),
      `--outfile=${executable}`,
      'executable.js',
      'token-counter-worker.js',
    ],
    program,
  )
}
