import { expect, it } from 'bun:test'
import { imageUnits } from './image-size.ts'

it.each([
  ['dall-e-2', '256x256', '', 1000],
  ['dall-e-2', '512x512', '', 1125],
  ['dall-e-2', '1024x1024', '', 1250],
  ['dall-e-2', '1024x1024', 'hd', 1250],
  ['dall-e-2', '1792x1024', '', undefined],
  ['dall-e-3', '1024x1024', '', 1000],
  ['dall-e-3', '1024x1024', 'standard', 1000],
  ['dall-e-3', '1024x1024', 'hd', 2000],
  ['dall-e-3', '1024x1792', '', 2000],
  ['dall-e-3', '1792x1024', 'hd', 3000],
  ['dall-e-3', '256x256', '', undefined],
  ['other', '9x9', 'hd', 1000],
])('%s at %s %s costs %p thousandths', (...row) => {
  const [model, size, quality, units] = row
  expect(imageUnits(model, size, quality)).toBe(units)
})
