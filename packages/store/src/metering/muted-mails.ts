import type { MailKind } from '@weir/contract/alerts/mail-choices'

export const mutedIn = (column: string | null): readonly string[] => (column ?? '').split(',').filter(Boolean)

/** Whether the owner does without mails of this kind. */
export const isMuted = (column: string | null, kind: MailKind): boolean => mutedIn(column).includes(kind)
