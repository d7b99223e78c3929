import { expect, test } from 'bun:test'
import { parseFigure } from './inline-figure.ts'

test('C-243 figures are cut to whole numbers', () => {
  expect([parseFigure('7'), parseFigure(' 7.9 '), parseFigure('-3.9')]).toEqual([7, 7, -3])
})

test('full-width digits are digits', () => {
  expect(parseFigure('－１２')).toBe(-12)
})

test('C-242 C-246 an empty or unreadable text is no figure', () => {
  expect([parseFigure(''), parseFigure('  '), parseFigure('abc'), parseFigure('1,5'), parseFigure('1e99')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('C-245 a figure below the least one becomes the least one', () => {
  expect(parseFigure('-4', 0)).toBe(0)
})
