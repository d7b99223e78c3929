/** Authors are numbered: 0 is the user, any other number another author. */
export const USER_AUTHOR = '0'
export const OTHER_AUTHOR = '1'

export interface WireMessage {
  readonly author: string
  readonly content: string
}
