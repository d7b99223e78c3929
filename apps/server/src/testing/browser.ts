import type { Answer, ServerHarness } from './server-harness.ts'

/** Keeps its cookies and shows them again. */
export class Browser {
  readonly #harness: ServerHarness
  readonly #cookies = new Map<string, string>()

  constructor(harness: ServerHarness, cookie?: string) {
    this.#harness = harness
    if (cookie !== undefined) this.#keep(cookie)
  }

  #keep(cookie: string): void {
    const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split(/=(.*)/s)
    if (value === '') this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }

  async get(path: string): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await this.#harness.call('GET', path, { headers: { 'accept-language': 'en' }, ...(cookie !== '' && { cookie }) })
    for (const line of answer.cookies) this.#keep(line)
    return answer
  }

  async state(provider = ''): Promise<string> {
    return String((await this.get(`/api/oauth/state?provider=${provider}`)).json?.['data'])
  }

  /** What the console's callback page does when a provider has sent the person back. */
  async comeBack(provider: 'github' | 'lark' | 'oidc', code: string, state?: string): Promise<Answer> {
    const query = new URLSearchParams({ code, state: state ?? (await this.state()) })
    return await this.get(`/api/oauth/${provider}?${query.toString()}`)
  }

  async self(): Promise<unknown> {
    return (await this.get('/api/user/self')).json?.['data']
  }
}
