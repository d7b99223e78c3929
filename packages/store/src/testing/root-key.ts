export const TEST_ROOT_KEY = new Uint8Array(32).fill(7)
