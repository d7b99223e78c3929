import { expect, test } from 'bun:test'
import type { Translate } from '../../shared/i18n/translate.ts'
import { groupChoices } from './group-choices.ts'

const t = ((key: string, { group = '' }: { readonly group?: string } = {}) => `${key} ${group}`) as Translate
const groups = { default: { ratio: 1, desc: 'default' }, cheap: { ratio: 0.5, desc: 'at night' } }

test('the own group comes first, with the ratio of each', () => {
  expect(groupChoices(groups, undefined, t)).toEqual([
    { value: '', label: 'token.groupOwnNamed default · × 1' },
    { value: 'cheap', label: 'cheap · × 0.5 · at night' },
  ])
})

test('a group that is offered no longer is named as such, so that another can be chosen', () => {
  expect(groupChoices(groups, 'gone', t)[2]).toEqual({ value: 'gone', label: 'token.groupGone gone' })
  expect(groupChoices(groups, 'cheap', t).length).toBe(2)
  expect(groupChoices({}, undefined, t)).toEqual([])
})
