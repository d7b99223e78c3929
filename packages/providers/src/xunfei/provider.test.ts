import { describe, expect, it } from 'bun:test'
import { describeProvider } from '../kit/conformance.ts'
import { xunfei } from './index.ts'
import { isLastMessage } from './response.ts'
import { DEFAULT_BASE_URL, signUrl } from './sign.ts'
import { versionOf } from './version.ts'

describeProvider(xunfei, { folder: import.meta.dirname, secretIn: ['url'] })

const channel = { config: {}, other: '' }

const signatureOf = (model: string): string | undefined => {
  const url = signUrl({
    base: DEFAULT_BASE_URL,
    path: versionOf(model, channel).path,
    apiKey: '5f4dcc3b5aa765d61d8327deb882cf99',
    apiSecret: 'NmE3YjhjOWQwZTFmMmEzYjRjNWQ2ZTdm',
    now: 1_767_225_600_000,
  })
  const proof = new URL(url).searchParams.get('authorization') ?? ''
  return /signature="(.*)"$/.exec(Buffer.from(proof, 'base64').toString())?.[1]
}

describe('a signed address', () => {
  it.each([
    ['Spark-Lite', '8BRwoeSGje3mpfIM8u2Ar3eKELOpIT2W0A2KiIIovt4='],
    ['SparkDesk-v2.1', 'zqAhwQ07TotnkFfAv9FwZfLXh0aoBFsif/Or/c98FGs='],
    ['Spark-Pro', 'yvMreMnAjy6DYVHblpDIjosUVLngmUCLgLxowRrhhqc='],
    ['Spark-Pro-128K', '7VHLew7gx0AhdDFsWtvpETfq4IHMzd1bclqukTXEVU4='],
    ['Spark-Max', '0fKNgHZP1Z8oLvGiXTV/lpWJwOfBQ4nGQz24m14nYIw='],
    ['Spark-Max-32K', '1hWrJOZbFJUaPnq9ZpG5sv7dsaPn1S3hm+S8dlIW3lA='],
    ['Spark-4.0-Ultra', 'OxEycOFNTCNwGDmNAp4c7o91OiRVH6088BA8O7s19KI='],
  ])('is signed for the path of %s', (model, signature) => {
    expect(signatureOf(model)).toBe(signature)
  })
})

describe('the version', () => {
  it('comes from the name of the model, then from the channel, then is v1.1', () => {
    expect(versionOf('SparkDesk-v3.5', { config: {}, other: 'v1.1' }).domain).toBe('generalv3.5')
    expect(versionOf('SparkDesk', { config: { api_version: 'v4.0' }, other: 'v1.1' }).domain).toBe('4.0Ultra')
    expect(versionOf('Spark-foo', { config: {}, other: 'v3.1' }).domain).toBe('generalv3')
    expect(versionOf('SparkDesk', channel).domain).toBe('lite')
  })

  it('that is not known yet has a path and a domain of its own', () => {
    expect(versionOf('SparkDesk-v5.0', channel)).toMatchObject({ path: '/v5.0/chat', domain: 'generalv5.0' })
  })
})

describe('a refused handshake', () => {
  it('speaks of the key, or of our clock', () => {
    const fault = (status: number, message: string) => xunfei.classify(status, JSON.stringify({ message }), () => undefined)
    expect(fault(401, 'HMAC signature cannot be verified')).toBe('bad-credential')
    expect(fault(403, 'HMAC signature cannot be verified, a valid date or x-date header is required')).toBe('broken')
    expect(fault(403, 'no')).toBe('forbidden')
  })
})

describe('the last message', () => {
  it('is the one with the end mark, or an error', () => {
    expect(isLastMessage('{"header":{"code":0,"status":1}}')).toBe(false)
    expect(isLastMessage('{"header":{"code":0,"status":2}}')).toBe(true)
    expect(isLastMessage('{"header":{"code":10012,"status":0}}')).toBe(true)
    expect(isLastMessage('{"header":{"code":0},"payload":{"choices":{"status":2}}}')).toBe(true)
    expect(isLastMessage('nonsense')).toBe(false)
  })
})
