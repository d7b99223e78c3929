/** Beside the authorities that the platform knows. */
export interface Trust {
  readonly ca?: string
  /** An operator's choice, for upstreams of their own. */
  readonly trustsAnyone?: boolean
}
