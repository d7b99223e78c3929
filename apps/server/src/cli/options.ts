import { Refusal } from '@weir/contract/errors'
import { isOptionKey, isSecretOption, type OptionKey } from '@weir/contract/options/option'
import { listOptions, setOption } from '@weir/contract/site'
import type { Command } from 'commander'
import { CommandError } from '../commands.ts'
import { withGateway } from './gateway.ts'
import { addLeaf } from './leaf.ts'
import { renderTable } from './render.ts'
import type { Session } from './session.ts'

/** Stands for a line of the input. */
const FROM_INPUT = '-'

const optionIn = (name: string): OptionKey => {
  if (!isOptionKey(name)) throw new Refusal('option-unknown', { key: name })
  return name
}

export const addOptions = (program: Command, session: Session): void => {
  const parent = program.command('option').description('options of the installation: list, get, set')
  addLeaf({ parent, session }, { usage: 'list', summary: 'list every option but the secrets' }, () =>
    withGateway(session.config(), async ({ call }) => {
      const { data } = await call(listOptions, {})
      const json = Object.fromEntries(data.map(({ key, value }) => [key, value]))
      return { json, text: renderTable(data, { option: ({ key }) => key, value: ({ value }) => value }) }
    }),
  )
  addLeaf({ parent, session }, { usage: 'get <option>', summary: 'print the value of one option, whole' }, ([name = '']) =>
    withGateway(session.config(), async ({ call }) => {
      const key = optionIn(name)
      if (isSecretOption(key)) throw new CommandError(`${key} is a secret: it can be set, and is never shown`)
      const value = (await call(listOptions, {})).data.find((option) => option.key === key)?.value ?? ''
      return { json: value, text: value }
    }),
  )
  addLeaf(
    { parent, session },
    {
      usage: 'set <option> <value>',
      summary: `set one option; the value ${FROM_INPUT} is read from the input, for secrets`,
      notes: 'Servers take a change over within a second.',
    },
    ([name = '', given = '']) =>
      withGateway(session.config(), async ({ call, settings }) => {
        const key = optionIn(name)
        if (isSecretOption(key) && given !== FROM_INPUT && given !== '')
          throw new CommandError(`${key} is a secret, and everybody on this machine can read this line: give ${FROM_INPUT} and type it`)
        const value = given === FROM_INPUT ? await session.terminal.askSecret(`${key}: `) : given
        await call(setOption, { body: { key, value } })
        const saved = isSecretOption(key) ? undefined : settings.current().text(key)
        return {
          json: { key, ...(saved !== undefined && { value: saved }) },
          text: saved === undefined ? `${key} is set.` : `${key} is ${saved}`,
        }
      }),
  )
}
