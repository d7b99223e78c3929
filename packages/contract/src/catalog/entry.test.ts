import { describe, expect, it } from 'bun:test'
import { listPrice, perImageOf } from './entry.ts'

const problemsOf = (price: object): readonly string[] => {
  const parsed = listPrice.safeParse(price)
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('prices of pictures', () => {
  it('are named by a size, a quality or both, in the form in which requests are compared', () => {
    const images = [
      { size: ' 1024X1024 ', quality: 'HD', price: 0.08 },
      { size: '2K', price: 0.05 },
      { quality: 'low', price: 0 },
    ]
    expect(listPrice.parse({ images })).toEqual({
      images: [
        { size: '1024x1024', quality: 'hd', price: 0.08 },
        { size: '2k', price: 0.05 },
        { quality: 'low', price: 0 },
      ],
    })
  })

  it('are refused where a row names nothing or a pair stands there twice', () => {
    expect(problemsOf({ images: [{ price: 1 }] })).toEqual(['images.0: a row names a size, a quality or both'])
    const twice = [
      { size: '1x1', quality: 'hd', price: 1 },
      { size: '1x1', price: 1 },
      { size: '1X1', quality: 'hd', price: 2 },
    ]
    expect(problemsOf({ images: twice })).toEqual(['images.2: 1x1 hd stands in the list twice'])
  })

  it('are bounded as prices of a piece are, and refused where a model is sold by tokens', () => {
    const row = (price: number) => ({ images: [{ size: '1x1', price }] })
    expect([problemsOf(row(1000)), problemsOf(row(1001)).length, problemsOf(row(-1)).length]).toEqual([[], 1, 1])
    expect(problemsOf({ images: [{ size: 'a b', price: 1 }] })).toHaveLength(1)
    const many = (count: number) => ({ images: Array.from({ length: count }, (_, at) => ({ size: `${at}x1`, price: 1 })) })
    expect([problemsOf(many(50)).length, problemsOf(many(51)).length]).toEqual([0, 1])
    expect(problemsOf({ input: 0, ...row(1) })).toEqual(['images: a model that is sold by tokens (input) has no prices by size'])
  })

  it('stand in with the dearest for what no row names', () => {
    const images = [
      { size: '1x1', price: 0.02 },
      { size: '2x2', price: 0.09 },
      { size: '3x3', price: 0.04 },
    ]
    expect([perImageOf({ images }), perImageOf({ images, perImage: 0.01 }), perImageOf({ images: [] }), perImageOf({})]).toEqual([
      0.09,
      0.01,
      undefined,
      undefined,
    ])
  })
})
