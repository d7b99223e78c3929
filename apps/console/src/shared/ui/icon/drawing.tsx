import type { ReactNode } from 'react'

const drawings = {
  /** A dry weir: the steps are there, the water is not. */
  dry: (
    <>
      <path d="M8 26h34v14h34v14h36" />
      <path d="M8 62h104" opacity="0.4" />
      <path d="M16 18h10M34 18h4" opacity="0.6" strokeDasharray="3 5" />
      <path d="M52 32h8M66 32h4" opacity="0.6" strokeDasharray="3 5" />
      <path d="M86 46h14" opacity="0.6" strokeDasharray="3 5" />
    </>
  ),
  /** A line that breaks off in mid-fall. */
  broken: (
    <>
      <path d="M8 20h32c14 0 14 10 16 16" />
      <path d="M64 46c2 6 4 12 16 12h32" />
      <path d="M57 38l-4 3M61 42l5-3" opacity="0.6" />
    </>
  ),
  /** A closed gate across the stream. */
  gate: (
    <>
      <path d="M8 30h36M8 42h36M76 30h36M76 42h36" opacity="0.6" />
      <path d="M44 12v48M76 12v48M44 20h32M44 36h32M44 52h32" />
    </>
  ),
  /** A stream that leads nowhere. */
  lost: (
    <>
      <path d="M8 24h28c16 0 8 24 24 24 10 0 12-12 4-14s-10 8-2 10" />
      <path d="M84 44h10M102 44h4" opacity="0.5" strokeDasharray="3 5" />
    </>
  ),
} as const satisfies Record<string, ReactNode>

export type DrawingName = keyof typeof drawings

export const Drawing = ({ name }: { readonly name: DrawingName }) => (
  <svg
    width="120"
    height="72"
    viewBox="0 0 120 72"
    fill="none"
    stroke="var(--drawing)"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {drawings[name]}
  </svg>
)
