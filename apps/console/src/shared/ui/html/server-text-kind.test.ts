import { expect, test } from 'bun:test'
import { hasMarkup, isPageAddress } from './server-text-kind.ts'

test('one https address is a page, text around it or another scheme is not', () => {
  const texts = ['https://a.example/x', ' https://a.example ', 'see https://a.example', 'https://a.example and more', 'http://a.example']
  expect(texts.map(isPageAddress)).toEqual([true, true, false, false, false])
})

test('tags and Markdown signs are markup, plain words are not', () => {
  expect(['<b>x</b>', '**x**', '# x', '今晚 22:00 维护。', 'a & b'].map(hasMarkup)).toEqual([true, true, true, false, false])
})
