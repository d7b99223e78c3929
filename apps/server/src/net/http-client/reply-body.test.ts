import { describe, expect, it } from 'bun:test'
import { ReplyBody } from './reply-body.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

const open = () => {
  const asked: string[] = []
  const body = new ReplyBody({
    pause: () => void asked.push('pause'),
    resume: () => void asked.push('resume'),
    abandon: () => void asked.push('abandon'),
  })
  const told: string[] = []
  let wants = true
  const listener = {
    piece: (bytes: Uint8Array) => {
      told.push(bytes.length > 100 ? `${bytes.length} bytes` : Buffer.from(bytes).toString())
      return wants
    },
    ended: () => void told.push('end'),
    failed: () => void told.push('failure'),
  }
  return { body, asked, told, listener, wantMore: (more: boolean) => void (wants = more) }
}

describe('a body that is followed', () => {
  it('is told at once as far as it has come, then piece by piece, then its end', () => {
    const { body, told, listener } = open()
    body.add(bytesOf('a'))
    body.add(bytesOf('b'))
    body.follow(listener)
    expect(told).toEqual(['ab'])
    body.add(bytesOf('c'))
    body.end()
    expect(told).toEqual(['ab', 'c', 'end'])
  })

  it('is kept back from who wants no more, and upstream waits, until it is followed again', () => {
    const { body, asked, told, listener, wantMore } = open()
    body.follow(listener)
    wantMore(false)
    body.add(bytesOf('a'))
    body.add(new Uint8Array(300_000))
    expect([told, asked]).toEqual([['a'], ['pause']])
    wantMore(true)
    body.follow(listener)
    body.add(bytesOf('z'))
    expect([told, asked]).toEqual([
      ['a', '300000 bytes', 'z'],
      ['pause', 'resume'],
    ])
  })

  it('is told whole to who comes when it has ended', () => {
    const { body, told, listener } = open()
    body.add(bytesOf('a'))
    body.end()
    body.follow(listener)
    expect(told).toEqual(['a', 'end'])
  })

  it('fails after all that came before, now and later', () => {
    const early = open()
    early.body.follow(early.listener)
    early.body.fail(new Error('lost'))
    const late = open()
    late.body.add(bytesOf('a'))
    late.body.fail(new Error('lost'))
    late.body.follow(late.listener)
    expect([early.told, late.told]).toEqual([['failure'], ['a', 'failure']])
  })

  it('tells of one end, whatever becomes of the connection afterwards', () => {
    const { body, told, listener } = open()
    body.follow(listener)
    body.end()
    body.fail(new Error('lost'))
    expect(told).toEqual(['end'])
  })

  it('tells no end to who wanted no more', () => {
    const { body, told, listener, wantMore } = open()
    body.follow(listener)
    wantMore(false)
    body.add(bytesOf('a'))
    body.end()
    expect(told).toEqual(['a'])
  })
})
