import type { Command } from 'commander'
import { CommandError } from '../commands.ts'
import type { Session } from './session.ts'

interface Word {
  readonly word: string
  readonly meaning: string
}

/** Where a command line may stand, and what may follow there. */
interface Place {
  /** The commands so far: empty, `user`, `user add`. */
  readonly path: string
  readonly words: readonly Word[]
}

const SHELLS = ['bash', 'zsh', 'fish'] as const

const isShown = (command: Command): boolean => command.name() !== 'worker'

const placesOf = (command: Command, path = ''): readonly Place[] => {
  const shown = command.commands.filter(isShown)
  const globals = command.parent === null ? [] : [{ word: '--help', meaning: 'tell what the command does' }]
  const words = [
    ...shown.map((each) => ({ word: each.name(), meaning: each.description() })),
    ...command.options.map(({ long, description }) => ({ word: long ?? '', meaning: description })),
    ...globals,
  ]
  return [{ path, words }, ...shown.flatMap((each) => placesOf(each, `${path} ${each.name()}`.trim()))]
}

const wordList = ({ words }: Place): string => words.map(({ word }) => word).join(' ')

/** Follows the words while they are commands; what remains of the line are values and flags. */
const walk = (places: readonly Place[]): string =>
  places
    .filter(({ path }) => path !== '')
    .map(({ path }) => `"${path}"`)
    .join('|')

const bash = (places: readonly Place[]): string => `# source <(weir completion bash)
_weir() {
  local current="\${COMP_WORDS[COMP_CWORD]}" at="" word offered=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${at:+$at }$word" in ${walk(places)}) at="\${at:+$at }$word" ;; esac
  done
  case "$at" in
${places.map((place) => `    "${place.path}") offered="${wordList(place)}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
complete -o default -F _weir weir`

const zsh = (places: readonly Place[]): string => `#compdef weir
# source <(weir completion zsh)
_weir() {
  local at="" word
  local -a offered
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${at:+$at }$word" in (${walk(places)}) at="\${at:+$at }$word" ;; esac
  done
  case "$at" in
${places.map((place) => `    ("${place.path}") offered=(${wordList(place)}) ;;`).join('\n')}
  esac
  compadd -a offered || _files
}
compdef _weir weir`

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const fish = (places: readonly Place[]): string => `# weir completion fish | source
function __weir_at
  set -l at
  for word in (commandline -o -p -c)[2..]
    if contains -- (string join ' ' $at $word) ${places
      .filter(({ path }) => path !== '')
      .map(({ path }) => quoted(path))
      .join(' ')}
      set -a at $word
    end
  end
  test (string join ' ' $at) = "$argv"
end
${places.flatMap(({ path, words }) => words.map(({ word, meaning }) => `complete -c weir -n ${quoted(`__weir_at ${path}`.trim())} -a ${quoted(word)} -d ${quoted(meaning)}`)).join('\n')}`

const SCRIPTS = { bash, zsh, fish } as const

export const addCompletion = (program: Command, { terminal }: Session): void => {
  program
    .command('completion <shell>')
    .description('print the completion of commands and flags for bash, zsh or fish')
    .action((name: string) => {
      const shell = SHELLS.find((known) => known === name)
      if (shell === undefined) throw new CommandError(`${name} is no shell that is known: ${SHELLS.join(', ')}`)
      terminal.say(SCRIPTS[shell](placesOf(program)))
    })
}
