import { describe, expect, it } from 'bun:test'
import { describeProvider } from '../kit/conformance.ts'
import { tencent } from './index.ts'
import { signRequest } from './sign.ts'

describeProvider(tencent, { folder: import.meta.dirname, secretIn: ['header:authorization'] })

const HOST = 'hunyuan.tencentcloudapi.com'

const signatureOf = (body: string, headers: Readonly<Record<string, string>>): string | undefined =>
  signRequest({
    secretId: 'AKIDEXAMPLE0000000000000000000000001',
    secretKey: 'EXAMPLEsecretKEY0000000000000001',
    body,
    headers,
    timestamp: 1_767_225_600,
  })
    .split('Signature=')
    .at(1)

describe('a signature', () => {
  const withAction = (action: string) => ({ 'content-type': 'application/json', host: HOST, 'x-tc-action': action })

  it('covers the body, the host and the action', () => {
    const body = '{"Model":"hunyuan-turbos-latest","Messages":[{"Role":"user","Content":"hi"}],"Stream":false}'
    expect(signatureOf(body, withAction('ChatCompletions'))).toBe('98df8a64b9313fa6c33be672bd8c575adf72b760cca5e8e931c1a53c63541220')
  })

  it('counts bytes and not characters', () => {
    const body =
      '{"Model":"hunyuan-lite","Messages":[{"Role":"system","Content":"简短回答"},{"Role":"user","Content":"你好"}],"Stream":true,"TopP":0.8,"Temperature":0.5}'
    expect(signatureOf(body, withAction('ChatCompletions'))).toBe('b69a31bc6cecf40e17efceaa447129d29e2e266245740f27a4cb11e8e920b0d6')
  })

  it('differs with the action', () => {
    expect(signatureOf('{"InputList":["alpha","beta"]}', withAction('GetEmbedding'))).toBe(
      '193714f32693b5b443f3ea1cd87f4065f75c49965e6a2f74731c36dc7b87831a',
    )
  })

  it('covers the headers it is given and no others', () => {
    const headers = { 'content-type': 'application/json; charset=utf-8', host: HOST }
    expect(signatureOf('{"Model":"hunyuan-lite","Messages":[{"Role":"user","Content":"hi"}]}', headers)).toBe(
      '2160940361b046c618ff2869986586c2b96f893922bca6526aef68688d96c433',
    )
  })
})
