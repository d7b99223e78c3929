import { describe, expect, it } from 'bun:test'
import { freeToolChoice, isToolForced, offeredTools, onlyAllowedTools } from './allowed-tools.ts'

const tool = (name: string) => ({ type: 'function', function: { name } })
const custom = { type: 'custom', custom: { name: 'draw' } }
const tools = [tool('look'), tool('buy'), custom]
const allowed = (mode: string, ...list: readonly object[]) => ({ type: 'allowed_tools', allowed_tools: { mode, tools: list } })

describe('allowed tools', () => {
  it('are the only ones that are sent', () => {
    expect(onlyAllowedTools({ tools, tool_choice: allowed('auto', tool('buy'), custom) }, 'm')).toEqual({
      tools: [tool('buy'), custom],
      tool_choice: 'auto',
    })
    const flat = { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'look' }] }
    expect(onlyAllowedTools({ tools, tool_choice: flat }, 'm')).toEqual({ tools: [tool('look')], tool_choice: 'required' })
  })

  it('are refused where there is none of them', () => {
    expect(() => onlyAllowedTools({ tools, tool_choice: allowed('auto', tool('sell')) }, 'm')).toThrow('None of the tools')
  })

  it('leave any other choice as it is', () => {
    for (const choice of ['auto', 'none', 'required', tool('look'), null, undefined]) {
      const body = { tools, tool_choice: choice }
      expect(onlyAllowedTools(body, 'm')).toBe(body)
    }
  })
})

describe('a tool that must be called', () => {
  it('is told from a choice that is free', () => {
    const forced = ['required', tool('look')].map((choice) => isToolForced({ tool_choice: choice }))
    const free = ['auto', 'none', null, undefined].map((choice) => isToolForced({ tool_choice: choice }))
    expect([...forced, isToolForced({ function_call: { name: 'look' } })]).toEqual([true, true, true])
    expect([...free, isToolForced({ function_call: 'auto' })]).toEqual([false, false, false, false, false])
  })

  it('is the only one there is, for an upstream that leaves the choice to the model', () => {
    expect(freeToolChoice({ tools, tool_choice: tool('buy') }, 'm')).toEqual({ tools: [tool('buy')], tool_choice: 'auto' })
    expect(freeToolChoice({ tools, tool_choice: tool('sell') }, 'm')).toEqual({ tools, tool_choice: 'auto' })
    expect(freeToolChoice({ tools, tool_choice: 'required' }, 'm')).toEqual({ tools, tool_choice: 'auto' })
    const free = { tools, tool_choice: 'none' }
    expect(freeToolChoice(free, 'm')).toBe(free)
  })

  it('is the only one there is, for a wire without a choice', () => {
    const names = (choice: unknown) => offeredTools({ tools, tool_choice: choice }).map(({ name }) => name)
    expect([names(tool('buy')), names('none'), names('required'), names(undefined)]).toEqual([
      ['buy'],
      [],
      ['look', 'buy'],
      ['look', 'buy'],
    ])
  })
})
