const LINES = 14
const GAP = 34

/** The mark, grown into a pattern: level lines that drop over a step and run on. */
const lineAt = (index: number) => {
  const y = index * GAP - 60
  const bend = 760 - index * 26
  return `M-20 ${y}H${bend}C${bend + 190} ${y} ${bend + 90} ${y + 260} ${bend + 280} ${y + 260}H1300`
}

export const FlowingLines = () => (
  <svg viewBox="0 0 1200 800" preserveAspectRatio="xMidYMid slice" fill="none" stroke="var(--picture-line)" strokeWidth="2">
    {Array.from({ length: LINES }, (_, index) => (
      <path key={index} d={lineAt(index)} opacity={0.25 + (index / LINES) * 0.6} />
    ))}
  </svg>
)
