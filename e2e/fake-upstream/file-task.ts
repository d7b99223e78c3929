import type { Asked, ScriptedCall } from './turn.ts'

type Writer = (path: string, text: string) => ScriptedCall['arguments']

/** The tools with which coding programs write a file, and what each of them wants to be told. */
const WRITERS: Readonly<Record<string, Writer>> = {
  // Codex
  exec_command: (path, text) => ({ cmd: `printf %s '${text}' > '${path}'` }),
  shell_command: (path, text) => ({ command: `printf %s '${text}' > '${path}'` }),
  // Gemini CLI
  write_file: (path, text) => ({ file_path: path, content: text }),
  // opencode
  write: (path, text) => ({ filePath: path, content: text }),
}

export const fileTask = (path: string, text: string): string => `Write the words ${text} into the file ${path}`

/** Said when the tool has answered. */
export const WRITTEN = 'The file is written.'

/** The call that does what a file task asks for, with the tool that the caller offers. */
export const fileCall = ({ text, tools }: Asked): ScriptedCall | undefined => {
  const [, wanted, path] = /Write the words (.+?) into the file ([\w./-]+)/.exec(text) ?? []
  const name = tools.find((tool) => tool in WRITERS)
  const writer = name === undefined ? undefined : WRITERS[name]
  if (wanted === undefined || path === undefined || name === undefined || writer === undefined) return undefined
  return { id: 'call_file', name, arguments: writer(path, wanted) }
}
