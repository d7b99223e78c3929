import { changes, developerIsSystem, withoutFields, type BodyChange } from '../body.ts'

const LIMITS = ['max_completion_tokens', 'max_tokens'] as const

/** The caller's limit under the one name that upstream knows. The newer name wins, as it does where the cost is held. */
export const limitNamed =
  (name: (typeof LIMITS)[number]): BodyChange =>
  (body) => {
    const [other = name] = LIMITS.filter((candidate) => candidate !== name)
    if (!Object.hasOwn(body, other)) return body
    const limit = body['max_completion_tokens'] ?? body['max_tokens']
    const rest = withoutFields(...LIMITS)(body, '')
    return limit === undefined || limit === null ? rest : { ...rest, [name]: limit }
  }

/** For upstreams that document neither the role `developer` nor `max_completion_tokens`. */
export const olderNames = changes(developerIsSystem, limitNamed('max_tokens'))
