import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chartColour } from './chart-colour.ts'

test('a name always has the same colour, and names have many', () => {
  expect(['gpt-4o', 'deepseek-chat'].map(chartColour)).toEqual(['var(--chart-1)', 'var(--chart-5)'])
  expect(chartColour('glm-5')).toBe('color-mix(in oklab, var(--chart-0) 62%, var(--surface))')
  const colours = new Set(Array.from({ length: 200 }, (_, at) => chartColour(`model-${at}`)))
  expect(colours.size).toBe(16)
})

/** Degrees on the colour wheel. */
const hueOf = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  const most = Math.max(r, g, b)
  const range = most - Math.min(r, g, b)
  if (range === 0) return 0
  if (most === r) return (60 * ((g - b) / range) + 360) % 360
  return most === g ? 60 * ((b - r) / range) + 120 : 60 * ((r - g) / range) + 240
}

const palette = () =>
  [...readFileSync(join(import.meta.dirname, 'chart.module.css'), 'utf8').matchAll(/--chart-(\d): (#[0-9a-f]{6})/g)].map((found) => ({
    name: found[1] ?? '',
    hue: hueOf(found[2] ?? ''),
  }))

test('no hue of a chart is one of a status: green, red or amber', () => {
  expect(palette()).toHaveLength(16)
  for (const { name, hue } of palette()) expect({ name, isApart: hue < 350 && hue > 170 }).toEqual({ name, isApart: true })
})
