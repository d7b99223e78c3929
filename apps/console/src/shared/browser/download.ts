/** Characters that some file system refuses, and names that would be hidden or climb out of the folder. */
export const safeFileName = (name: string): string => {
  const cleaned = name
    .replaceAll(/[\p{Cc}\\/:*?"<>|]/gu, '_')
    .replace(/^\.+/, '')
    .trim()
  return cleaned === '' ? 'download' : cleaned.slice(0, 100)
}

/** Hands a text to the reader as a file in UTF-8. */
export const downloadText = (name: string, text: string, type = 'text/plain'): void => {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = safeFileName(name)
  link.click()
  URL.revokeObjectURL(url)
}
