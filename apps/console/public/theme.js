// Runs before the first paint, so that a dark page never flashes white. Kept apart from the bundle because it must block.
;(function () {
  var choice = null
  try {
    choice = window.localStorage.getItem('ui.theme')
  } catch (error) {
    choice = null
  }
  var dark = choice === 'dark' || (choice !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
