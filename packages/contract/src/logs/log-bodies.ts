import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idParams } from '../envelope.ts'

const keptBody = z.object({
  /** Without keys and passwords; pictures, sounds and files are a note of their type and size. */
  text: z.string(),
  /** Of what went over the wire. */
  bytes: z.int(),
  is_cut: z.boolean(),
})
export type KeptBodyObject = z.output<typeof keptBody>

/** A POST, because each reading leaves an entry in the audit trail. */
export const readLogBodies = endpoint({
  method: 'POST',
  path: '/api/log/entry/:id/bodies',
  access: 'user',
  summary:
    'What the caller of a request sent and was sent, where the operator keeps it; for administrators, and for the caller where the operator allows it',
  input: { params: idParams },
  data: z.object({ request: keptBody, reply: keptBody }),
  audit: 'log.read-bodies',
})
