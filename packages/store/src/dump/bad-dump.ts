/** The dump is damaged, cut off or not one of ours. The message is one line for the operator. */
export class BadDump extends Error {
  override readonly name = 'BadDump'
}
