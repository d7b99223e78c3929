/** Signs that take no room or no ink. */
export const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/gu
