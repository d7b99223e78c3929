import { expect, it } from 'bun:test'
import { atGroup } from './at-group.ts'

const ratios = { model: 2, group: 1, completion: 3, cacheRead: 1, cacheWrite: 1 }

it('puts the ratio of a group into every part of a price', () => {
  const price = {
    ratios,
    tiers: [{ above: 9, ratios: { ...ratios, model: 4 } }],
    pictures: [{ size: '1x1', ratios: { ...ratios, model: 5 } }],
    service: { flex: { ratios: { ...ratios, model: 6 }, tiers: [{ above: 7, ratios: { ...ratios, model: 8 } }] } },
    version: 'v',
    isListed: true,
  }
  expect(atGroup(price, 0.5)).toEqual({
    ratios: { ...ratios, group: 0.5 },
    tiers: [{ above: 9, ratios: { ...ratios, model: 4, group: 0.5 } }],
    pictures: [{ size: '1x1', ratios: { ...ratios, model: 5, group: 0.5 } }],
    service: { flex: { ratios: { ...ratios, model: 6, group: 0.5 }, tiers: [{ above: 7, ratios: { ...ratios, model: 8, group: 0.5 } }] } },
    version: 'v',
    isListed: true,
  })
  expect(atGroup({ ratios, version: 'v', isListed: true }, 3)).toEqual({ ratios: { ...ratios, group: 3 }, version: 'v', isListed: true })
})
