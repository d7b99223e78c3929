// Blocks the first paint, so that a dark page never flashes white.
const read = (): string | null => {
  try {
    return localStorage.getItem('weir-theme')
  } catch {
    return null
  }
}
const isDark = (read() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark'
document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
document.documentElement.dataset['script'] = 'on'
