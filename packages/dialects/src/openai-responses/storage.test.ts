import { describe, expect, it } from 'bun:test'
import { isReference, keptItems, withoutId } from './item-references.ts'
import { responsesStorage } from './storage.ts'

const answer = {
  id: 'resp_1',
  userId: 1,
  input: [{ role: 'user', content: 'one' }, { id: 'own', role: 'user', content: 'two' }, { type: 'x' }],
  response: {
    id: 'resp_1',
    output: [
      { id: 'msg_1_0', type: 'message' },
      { id: 'rs_1_0', type: 'reasoning' },
    ],
  },
}
const page = (query = ''): Readonly<Record<string, unknown>> => {
  const { data, ...rest } = responsesStorage.inputPage(answer, new URLSearchParams(query))
  return { ...rest, ids: (data as readonly { readonly id: string }[]).map(({ id }) => id) }
}

describe('the input of an answer that is kept here', () => {
  it('is listed newest first, or oldest first when asked for', () => {
    const ids = ['item_resp_1_2', 'own', 'item_resp_1_0']
    expect(page()).toEqual({ object: 'list', ids, first_id: 'item_resp_1_2', last_id: 'item_resp_1_0', has_more: false })
    expect(page('order=asc')['ids']).toEqual(ids.toReversed())
    expect(page('order=desc')['ids']).toEqual(ids)
  })

  it('is listed page by page', () => {
    expect(page('limit=1')).toMatchObject({ ids: ['item_resp_1_2'], has_more: true })
    expect(page('limit=1&after=item_resp_1_2')).toMatchObject({ ids: ['own'], has_more: true })
    expect(page('limit=2&after=item_resp_1_2')).toMatchObject({ ids: ['own', 'item_resp_1_0'], has_more: false })
    expect(page('after=item_resp_1_0')).toEqual({ object: 'list', ids: [], first_id: null, last_id: null, has_more: false })
  })

  it('is listed by twenty where the limit is none from 1 to 100', () => {
    const many = { ...answer, input: Array.from({ length: 101 }, () => ({ role: 'user', content: 'x' })) }
    const count = (limit: string) => (responsesStorage.inputPage(many, new URLSearchParams({ limit }))['data'] as unknown[]).length
    expect(['1', '100', '0', '101', '1.5', 'x'].map(count)).toEqual([1, 100, 20, 20, 20, 20])
  })

  it('goes before the output and the new input when it is continued, without ids that mean nothing elsewhere', () => {
    expect(responsesStorage.continued({ model: 'm', previous_response_id: 'resp_1', input: 'three' }, answer)).toEqual({
      model: 'm',
      input: [
        ...answer.input,
        { type: 'message' },
        { id: 'rs_1_0', type: 'reasoning' },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'three' }] },
      ],
    })
    expect(responsesStorage.inputOf({ input: [{ a: 1 }, 'b', null] })).toEqual([{ a: 1 }])
    expect([responsesStorage.mayKeep({}), responsesStorage.mayKeep({ store: true }), responsesStorage.mayKeep({ store: false })]).toEqual([
      true,
      true,
      false,
    ])
    expect(responsesStorage.deleted('resp_1')).toEqual({ id: 'resp_1', object: 'response', deleted: true })
  })
})

describe('a reference to an item', () => {
  it.each<readonly [unknown, boolean]>([
    [{ type: 'item_reference', id: 'x' }, true],
    [{ id: 'x' }, true],
    [{ type: null, id: 'x' }, true],
    [{ type: 'message', id: 'x' }, false],
    [{ id: 'x', role: 'user' }, false],
    [{ id: 'x', content: '' }, false],
    [{ id: 7 }, false],
    [{}, false],
    [null, false],
    ['item_reference', false],
    [['item_reference'], false],
  ])('is %j: %p', (item, is) => {
    expect(isReference(item)).toBe(is)
  })

  it('is found by its place, and its item in the answer that it names', () => {
    const input = ['x', { id: 'msg_1_0' }, { type: 'item_reference', id: 'item_resp_1_1' }, { id: 'of another' }]
    expect(keptItems.referencesIn({ input })).toEqual([
      { id: 'msg_1_0', answer: 'resp_1', param: 'input[1]' },
      { id: 'item_resp_1_1', answer: 'resp_1', param: 'input[2]' },
    ])
    expect(keptItems.itemIn(answer, 'msg_1_0')).toEqual({ type: 'message' })
    expect(keptItems.itemIn(answer, 'item_resp_1_1')).toEqual({ role: 'user', content: 'two' })
    expect(keptItems.itemIn(answer, 'item_resp_1_9')).toBeUndefined()
    expect(keptItems.withItems({ input }, new Map([['msg_1_0', { type: 'message' }]]))).toEqual({
      input: ['x', { type: 'message' }, input[2], input[3]],
    })
    expect(withoutId({ type: 'reasoning', id: 'x' })).toEqual({ type: 'reasoning', id: 'x' })
  })
})
