import { describe, expect, it } from 'bun:test'
import type { StatusReply } from '../ask-status.ts'
import { checkPublicAddress, type PublicReading } from './public-address.ts'

const NOW = Date.UTC(2026, 10, 16)
const DAY_MS = 86_400_000
const ADDRESS = 'https://gateway.example'

const weir = { version: '1.2.0', systemName: 'Weir', serverAddress: ADDRESS }
const reply = { status: 200, location: null, isSecure: true, weir } satisfies StatusReply

const answered = (over: Partial<Extract<PublicReading, { kind: 'answered' }>> = {}): PublicReading => ({
  kind: 'answered',
  reply,
  isLoopback: false,
  certificateEnd: NOW + 60 * DAY_MS,
  isTakenForLocal: false,
  ...over,
})

const look = (reading: PublicReading, address = ADDRESS) => checkPublicAddress(reading, { address, systemName: 'Weir', now: NOW })
const statuses = (reading: PublicReading, address = ADDRESS) => look(reading, address).map(({ subject, status }) => `${subject}: ${status}`)

describe('the public address', () => {
  it('is well when this installation answers over https and believes its proxy', () => {
    expect(statuses(answered())).toEqual(['public address: ok', 'certificate: ok', 'proxy headers: ok'])
  })

  it('is a warning while it is not set', () => {
    expect(look({ kind: 'unset' })).toMatchObject([{ status: 'warning', remedy: 'set the server address in the console, under Settings' }])
  })

  it('is a warning without encryption, except on this machine', () => {
    const over = { certificateEnd: undefined, reply: { ...reply, isSecure: false, weir: { ...weir, serverAddress: 'http://gw.example' } } }
    expect(statuses(answered(over), 'http://gw.example')).toEqual(['public address: warning', 'proxy headers: ok'])
    expect(statuses(answered({ ...over, isLoopback: true, isTakenForLocal: true }), 'http://gw.example')).toEqual([
      'public address: ok',
      'proxy headers: ok',
    ])
  })

  it('is a warning where callers are sent on', () => {
    const sent = { ...reply, status: 301, location: 'https://other.example/', weir: undefined }
    expect(look(answered({ reply: sent }))).toMatchObject([
      { status: 'warning', seen: 'https://gateway.example sends callers on to https://other.example/' },
    ])
  })

  it('is a fault where something else answers, or another installation', () => {
    expect(statuses(answered({ reply: { ...reply, status: 404, weir: undefined } }))).toEqual(['public address: fault'])
    expect(statuses(answered({ reply: { ...reply, weir: undefined } }))).toEqual(['public address: fault'])
    expect(statuses(answered({ reply: { ...reply, weir: { ...weir, systemName: 'Other' } } }))).toEqual(['public address: fault'])
    expect(statuses(answered({ reply: { ...reply, weir: { ...weir, serverAddress: 'https://b.example' } } }))).toEqual([
      'public address: fault',
    ])
  })

  it('is a warning while visitors are not told it, because the super admin has not saved it', () => {
    expect(look(answered({ reply: { ...reply, weir: { ...weir, serverAddress: 'http://localhost:3000' } } }))).toMatchObject([
      { status: 'warning', remedy: 'save the server address as the super admin, under Settings, and run this again' },
    ])
  })

  it('is a fault when it does not answer; a warning when that may be the network or no server runs', () => {
    const failed = { kind: 'failed', reason: 'ECONNREFUSED', isLate: false, isServerRunning: true } as const
    expect(statuses(failed)).toEqual(['public address: fault'])
    expect(statuses({ ...failed, isLate: true })).toEqual(['public address: warning'])
    expect(look({ ...failed, isServerRunning: false })).toMatchObject([
      { status: 'warning', remedy: 'start the server and run this again' },
    ])
  })

  it('warns two weeks before the certificate ends', () => {
    expect(statuses(answered({ certificateEnd: NOW + 14 * DAY_MS - 1 }))[1]).toBe('certificate: warning')
    expect(look(answered({ certificateEnd: NOW + 14 * DAY_MS }))[1]).toMatchObject({
      status: 'ok',
      seen: 'that of https://gateway.example ends on 2026-11-30',
    })
  })
})

describe('the headers of a proxy', () => {
  it('are a fault when callers from outside are taken for this machine', () => {
    expect(look(answered({ isTakenForLocal: true }))[2]).toMatchObject({
      subject: 'proxy headers',
      status: 'fault',
      remedy: expect.stringContaining('TRUSTED_PROXIES'),
    })
  })

  it('are a warning when https is not believed', () => {
    expect(statuses(answered({ reply: { ...reply, isSecure: false } }))[2]).toBe('proxy headers: warning')
  })
})
