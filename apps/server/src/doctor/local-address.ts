import type { Config } from '../config.ts'

const EVERYWHERE = new Set(['0.0.0.0', '::'])

/** Where the server of this configuration is reached from its own machine. */
export const localAddress = ({ host, port }: Pick<Config, 'host' | 'port'>): string => {
  const reached = EVERYWHERE.has(host) ? '127.0.0.1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}
