import { expect, it } from 'bun:test'
import { siliconflow } from './index.ts'

it.each(['images/generations', 'images/edits'] as const)('pictures of %s stand where clients look for them', (task) => {
  const normalize = siliconflow.tasks?.[task]?.openNormalizer?.().normalize
  const images = [{ url: 'https://example.com/1.png' }]
  expect(normalize?.({ images, seed: 7 })).toEqual({ images, seed: 7, data: [{ url: 'https://example.com/1.png' }] })
  const whole = { images, data: [{ url: 'https://example.com/2.png' }] }
  expect(normalize?.(whole)).toBe(whole)
})
