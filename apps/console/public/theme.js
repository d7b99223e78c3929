// Runs before the first paint, so that a dark page never flashes white. Kept apart from the bundle because it must block.
;(function () {
  var choice = null
  try {
    // Without a choice of the reader's, what the server said last.
    choice = window.localStorage.getItem('ui.theme') || JSON.parse(window.localStorage.getItem('status') || '{}').theme
  } catch (error) {
    choice = null
  }
  var dark = choice === 'dark' || (choice !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  // The pages around signing in have no menu.
  if (/^\/(login|register|reset|user\/reset|oauth\/)/.test(window.location.pathname)) document.documentElement.dataset.frame = 'none'
})()
