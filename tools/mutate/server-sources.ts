/** Sources that run only against a server of their kind, each with the variable that names one to the tests. */
const serverSources: readonly (readonly [RegExp, string])[] = [
  [/^packages\/store\/src\/dialect\/(?:source\/)?mysql/, 'TEST_MYSQL_URL'],
  [/^packages\/store\/src\/dialect\/(?:source\/)?postgres/, 'TEST_POSTGRES_URL'],
  [/^packages\/store\/src\/cache\/redis/, 'TEST_REDIS_URL'],
]

/** Whether the tests can run the source with the servers that the environment names. */
export const isServed = (path: string, environment: Readonly<Record<string, string | undefined>>): boolean =>
  serverSources.every(([pattern, variable]) => !pattern.test(path) || environment[variable] !== undefined)
