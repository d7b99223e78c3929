import type { DatabaseAddress } from '../../dsn.ts'
import type { Source } from './source.ts'
import { openSqliteSource } from './sqlite-source.ts'

export const openSource = async (address: DatabaseAddress): Promise<Source> => {
  switch (address.kind) {
    case 'sqlite':
      return openSqliteSource(address.path)
    case 'postgres':
      return (await import('./postgres-source.ts')).openPostgresSource(address)
    case 'mysql':
      return (await import('./mysql-source.ts')).openMysqlSource(address)
  }
}
