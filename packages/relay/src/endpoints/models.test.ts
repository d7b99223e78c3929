import { describe, expect, it } from 'bun:test'
import type { Channel, Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import type { Caller } from '../stage-types.ts'
import { getModel, listModels } from './models.ts'

const open = ({ efforts = false, models = [] }: { efforts?: boolean; models?: readonly string[] } = {}) => {
  const mapping: Readonly<Record<string, Partial<Channel>>> = {
    plain: { modelMapping: { plain: 'sold-as' } },
    thinker: { modelMapping: {} },
  }
  const snapshot = {
    modelsOf: (group: string) => (group === 'default' ? ['plain', 'thinker'] : []),
    channelsFor: (_: string, model: string) => (mapping[model] === undefined ? [] : [mapping[model]]),
  }
  const ports = {
    pool: { snapshot: () => Promise.resolve(snapshot) },
    routing: () => ({ allowsEffortSuffixes: efforts }),
    modelLimits: (model: string) => (model === 'unknown' ? undefined : { isReasoning: model === 'thinker' }),
    modelFacts: (model: string, group: string) => ({ ...(model === 'thinker' && { vendor: 'acme' }), features: [`${model} in ${group}`] }),
  } as unknown as Ports
  const caller = { group: 'default', models } as unknown as Caller
  const ids = async () => {
    const list: unknown = await listModels({ form: undefined, query: new URLSearchParams() }, caller, ports)
    return list as { readonly object: string; readonly data: readonly { readonly id: string; readonly weir: object }[] }
  }
  const one = async (model: string): Promise<unknown> => {
    try {
      return await getModel({ model, form: undefined }, caller, ports)
    } catch (error) {
      if (error instanceof RelayRefusal) return `${error.kind} ${error.options.param}`
      throw error
    }
  }
  return { ids, one }
}

describe('the list of models', () => {
  it('has what the group is offered, with what is known of the name it is charged by', async () => {
    const { object, data } = await open().ids()
    expect([object, data]).toEqual([
      'list',
      [
        {
          id: 'plain',
          object: 'model',
          created: 1_626_777_600,
          owned_by: 'custom',
          permission: [
            {
              id: 'modelperm-LwHkVFn8AcMItP432fKKDIKJ',
              object: 'model_permission',
              created: 1_626_777_600,
              allow_create_engine: true,
              allow_sampling: true,
              allow_logprobs: true,
              allow_search_indices: false,
              allow_view: true,
              allow_fine_tuning: false,
              organization: '*',
              group: null,
              is_blocking: false,
            },
          ],
          root: 'plain',
          parent: null,
          weir: { features: ['sold-as in default'] },
        },
        expect.objectContaining({ id: 'thinker', owned_by: 'acme', weir: { features: ['thinker in default'] } }),
      ],
    ])
  })

  it('has no more than the token may use', async () => {
    expect((await open({ models: ['thinker', 'other'] }).ids()).data.map(({ id }) => id)).toEqual(['thinker'])
  })

  it('has efforts with models that think, where they are allowed, charged by the plain name', async () => {
    const { data } = await open({ efforts: true }).ids()
    expect(data.map(({ id }) => id)).toContain('thinker-high')
    expect(data.some(({ id }) => id.startsWith('plain-'))).toBe(false)
    expect(data.find(({ id }) => id === 'thinker-high')?.weir).toEqual({ features: ['thinker in default'] })
    expect((await open().ids()).data).toHaveLength(2)
  })
})

describe('one model', () => {
  it('is told where it may be used', async () => {
    expect(await open().one('plain')).toMatchObject({ id: 'plain' })
    expect(await open({ models: ['thinker'] }).one('plain')).toBe('model-unknown model')
    expect(await open().one('other')).toBe('model-unknown model')
    expect(await open().one('')).toBe('invalid-request model')
  })

  it('may be one with an effort where they are allowed', async () => {
    expect(await open({ efforts: true }).one('thinker-high')).toMatchObject({ id: 'thinker-high' })
    expect(await open({ efforts: true }).one('other-high')).toBe('model-unknown model')
    expect(await open().one('thinker-high')).toBe('model-unknown model')
  })
})
