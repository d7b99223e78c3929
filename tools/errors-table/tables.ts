import { refusalTable } from '@weir/contract/errors'
import { relayRefusalTable } from '@weir/relay/refusal'

const row = (code: string, status: number, text: string): string => `| \`${code}\` | ${status} | ${text} |`

const HEAD = ['| 代码 | 状态码 | 消息 |', '|---|---|---|']

/** The rows of one heading of the Chinese page. */
const tables: Readonly<Record<string, readonly string[]>> = {
  管理接口: Object.entries(refusalTable).map(([code, { status, zh }]) => row(code, status, zh)),
  转发接口: Object.values(relayRefusalTable).map(({ code, status, zh }) => row(code, status, zh)),
}

/** The page with the table below each of its headings as the source has it. */
export const withTables = (page: string): string =>
  page
    .split(/^(?=## )/m)
    .map((section) => {
      const rows = tables[/^## (.*)/.exec(section)?.[1] ?? '']
      return rows === undefined ? section : section.replace(/^\|[^]*?\|\n(?!\|)/m, `${[...HEAD, ...rows].join('\n')}\n`)
    })
    .join('')
