/** On plain HTTP browsers offer no clipboard object; the old command still works there. */
const copyByCommand = (text: string): boolean => {
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  return isCopied
}

/** False when the browser refuses; the caller then offers the text for copying by hand. */
export const copyText = async (text: string): Promise<boolean> => {
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (clipboard === undefined) return copyByCommand(text)
  try {
    await clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
