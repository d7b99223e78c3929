/** Browsers know no passkeys over plain HTTP; the API is then missing. */
export const supportsPasskeys = (): boolean => globalThis.isSecureContext && 'PublicKeyCredential' in globalThis
