/** 64 × 64 pixels of #ffff00, as a PNG of eight bits a colour: some upstreams refuse palettes and pictures of a few pixels. */
const YELLOW_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAATElEQVR42u3PMQkAAAwDsPo33UnoPQjEQNLmtQgICAgICAgICAgICAgICAgICAgI' +
  'CAgICAgICAgICAgICAgICAgICAgICAgICAgILAcyl+HSEp61MQAAAABJRU5ErkJggg=='

export const YELLOW_PICTURE = `data:image/png;base64,${YELLOW_PNG}`

/** As a model would name it, in English or Chinese. */
export const namesYellow = (text: string): boolean => /\byellow\b|黄/i.test(text)
