import { expect, it } from 'bun:test'
import { isSealedHere, sealReasoning, unsealReasoning } from './sealed-reasoning.ts'

it('opens what was sealed here and nothing else', () => {
  const sealed = sealReasoning([{ type: 'thinking', signature: 's' }])
  expect(sealed).toStartWith('weir.1.')
  expect(unsealReasoning(sealed)).toEqual([{ type: 'thinking', signature: 's' }])
  const list = Buffer.from('[{"a":1}]').toString('base64url')
  for (const other of [undefined, '', 'gAAAAA', `another${list}`, 'weir.1.', `weir.1.${Buffer.from('{}').toString('base64url')}`])
    expect(unsealReasoning(other)).toBeUndefined()
  expect([isSealedHere(sealed), isSealedHere(`another${list}`), isSealedHere(undefined)]).toEqual([true, false, false])
})
