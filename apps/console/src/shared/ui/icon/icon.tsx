import type { ReactNode } from 'react'

const drawings = {
  home: <path d="M4 11l8-7 8 7v9h-5v-6H9v6H4z" />,
  channel: <path d="M4 6h5l6 6h5M4 18h5l6-6M17 9l3 3-3 3" />,
  key: (
    <>
      <circle cx="8" cy="15" r="4" />
      <path d="M11 12l8-8M16 7l3 3" />
    </>
  ),
  tag: <path d="M4 4h8l8 8-8 8-8-8zM8 8h.01" />,
  ticket: <path d="M4 7h16v3.5a1.5 1.5 0 0 0 0 3V17H4v-3.500a1.500 1.500 0 0 0 0-3zM14 7v10" />,
  users: (
    <>
      <circle cx="9" cy="9" r="3" />
      <path d="M3.5 19c.4-3.4 2.800-4.8 5.500-4.800s5.100 1.400 5.500 4.800M15.500 6.300a3 3 0 0 1 0 5.400M17 14.500c2 .6 3.200 2.100 3.500 4.500" />
    </>
  ),
  chat: <path d="M4 5h16v11h-9l-4 4v-4H4zM8 10h8" />,
  wallet: <path d="M4 7h15v12H4zM4 7l11-3v3M19 11h-4v4h4" />,
  gear: (
    <>
      <circle cx="12" cy="12" r="3" />
      <path d="M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.600l2.1 2.100M16.300 16.300l2.1 2.100M18.400 5.600l-2.1 2.100M7.700 16.300l-2.1 2.100" />
    </>
  ),
  list: <path d="M5 6h14M5 12h14M5 18h9" />,
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5M12 8v.01" />
    </>
  ),
  keyboard: <path d="M3 7h18v11H3zM7 11h.01M10.500 11h.01M14 11h.01M17 11h.01M8.500 14.500h7" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  close: <path d="M6 6l12 12M18 6L6 18" />,
  collapse: <path d="M4 5v14M20 12H9M13 8l-4 4 4 4" />,
  expand: <path d="M4 5v14M9 12h11M16 8l4 4-4 4" />,
  down: <path d="M7 10l5 5 5-5" />,
  up: <path d="M7 14l5-5 5 5" />,
  more: <path d="M6 12h.01M12 12h.01M18 12h.01" strokeWidth="2.5" />,
  search: (
    <>
      <circle cx="11" cy="11" r="6" />
      <path d="M20 20l-4.5-4.5" />
    </>
  ),
  refresh: <path d="M19 8a8 8 0 1 0 1 5M19 4v4h-4" />,
  play: <path d="M4 5h16v14H4zM10 9l5 3-5 3z" />,
  plus: <path d="M12 5v14M5 12h14" />,
  columns: <path d="M4 5h16v14H4zM10 5v14M15 5v14" />,
  copy: <path d="M9 9h11v11H9zM15 9V4H4v11h5" />,
  download: <path d="M12 4v11M7.5 10.500l4.5 4.5 4.5-4.5M5 20h14" />,
  dashboard: <path d="M4 20h16M7 20v-6M12 20V6M17 20v-10" />,
  ranking: <path d="M4 6h16M4 12h11M4 18h6" strokeWidth="2.4" />,
  check: <path d="M5 12.500l5 5L19 7" />,
  sun: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.600L7 7M17 17l1.4 1.400M18.4 5.600L17 7M7 17l-1.4 1.4" />
    </>
  ),
  moon: <path d="M19 14.500A7.5 7.5 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.500z" />,
  screen: <path d="M4 5h16v11H4zM9 20h6M12 16v4" />,
  language: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M3.5 12h17M12 3.500c5 5 5 12 0 17c-5-5-5-12 0-17z" />
    </>
  ),
  user: (
    <>
      <circle cx="12" cy="8.5" r="3.5" />
      <path d="M5 20c.5-4 3.5-5.5 7-5.500s6.5 1.5 7 5.5" />
    </>
  ),
  eye: (
    <>
      <path d="M3 12c4.5-7 13.5-7 18 0c-4.5 7-13.5 7-18 0z" />
      <circle cx="12" cy="12" r="2.5" />
    </>
  ),
  success: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M8.5 12.500l2.5 2.5 4.5-5.5" />
    </>
  ),
  warning: <path d="M12 4l9 16H3zM12 10v5M12 17.500v.01" />,
  error: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M9 9l6 6M15 9l-6 6" />
    </>
  ),
} as const satisfies Record<string, ReactNode>

export type IconName = keyof typeof drawings

/** Line icons of our own, 24 units wide. Always beside a text or inside a control that has a name. */
export const Icon = ({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    className="icon"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {drawings[name]}
  </svg>
)
