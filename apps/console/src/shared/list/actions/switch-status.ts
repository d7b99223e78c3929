/** What a reader can set: in use, and switched off by hand. Tokens, channels and redemption codes share the numbers. */
export const Switch = { on: 1, off: 2 } as const
export type SwitchStatus = (typeof Switch)[keyof typeof Switch]

export const isSwitched = (status: number): boolean => status === Switch.on || status === Switch.off

export const toggledStatus = (status: number): SwitchStatus => (status === Switch.on ? Switch.off : Switch.on)
