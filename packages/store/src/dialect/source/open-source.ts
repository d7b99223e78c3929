import type { DatabaseAddress } from '../../dsn.ts'
import { openMysqlSource } from './mysql-source.ts'
import { openPostgresSource } from './postgres-source.ts'
import type { Source } from './source.ts'
import { openSqliteSource } from './sqlite-source.ts'

export const openSource = async (address: DatabaseAddress): Promise<Source> => {
  switch (address.kind) {
    case 'sqlite':
      return openSqliteSource(address.path)
    case 'postgres':
      return openPostgresSource(address)
    case 'mysql':
      return openMysqlSource(address)
  }
}
