import { expect, it } from 'bun:test'
import { checkVersion } from './version.ts'

const look = (running: string | undefined) => checkVersion({ own: '1.2.0', bun: '1.4.4', running })

it('tells the version, and asks for a restart when the server is of another', () => {
  expect(look('1.2.0')).toMatchObject({ status: 'ok', seen: 'Weir 1.2.0 on Bun 1.4.4' })
  expect(look(undefined)).toMatchObject({ status: 'ok', seen: 'Weir 1.2.0 on Bun 1.4.4' })
  expect(look('1.1.9')).toMatchObject({ status: 'warning', remedy: 'restart the server' })
})
