interface Group {
  readonly name: string
  readonly about: string
  /** First and last number of its statements. */
  readonly from: number
  readonly to: number
  /** Numbers where the product's description is silent and the statement records a decision of ours. */
  readonly decided: readonly number[]
}

/** What the console must do, by number. The tests that show it carry the numbers in their titles. */
export const groups: readonly Group[] = [
  { name: 'G01', about: 'formats', from: 1, to: 33, decided: [] },
  { name: 'G02', about: 'storage and roles', from: 34, to: 50, decided: [50] },
  { name: 'G03', about: 'routes and guard', from: 51, to: 78, decided: [58, 59, 60, 61, 67, 78] },
  { name: 'G04', about: 'shell', from: 79, to: 95, decided: [94, 95] },
  { name: 'G05', about: 'failed calls', from: 96, to: 114, decided: [98, 109, 110, 111] },
  { name: 'G06', about: 'toasts', from: 115, to: 124, decided: [123, 124] },
  { name: 'G07', about: 'sign-in', from: 125, to: 153, decided: [144, 145, 152] },
  { name: 'G08', about: 'registration', from: 154, to: 176, decided: [] },
  { name: 'G09', about: 'password reset', from: 177, to: 192, decided: [] },
  { name: 'G10', about: 'OAuth callbacks', from: 193, to: 206, decided: [196, 202, 203, 204, 205, 206] },
  { name: 'G11', about: 'channel list', from: 207, to: 260, decided: [208, 255] },
  { name: 'G12', about: 'channel form', from: 261, to: 318, decided: [273, 311, 312, 317] },
  { name: 'G13', about: 'token list', from: 319, to: 350, decided: [323, 324, 328, 335, 336, 337, 339, 346] },
  { name: 'G14', about: 'token form', from: 351, to: 376, decided: [360, 367, 375] },
  { name: 'G15', about: 'redemptions', from: 377, to: 399, decided: [382] },
  { name: 'G16', about: 'top-up', from: 400, to: 409, decided: [409] },
  { name: 'G17', about: 'logs', from: 410, to: 433, decided: [] },
  { name: 'G18', about: 'users', from: 434, to: 459, decided: [] },
  { name: 'G19', about: 'user form', from: 460, to: 480, decided: [] },
  { name: 'G20', about: 'personal settings', from: 481, to: 508, decided: [496, 500] },
  { name: 'G21', about: 'system settings', from: 509, to: 542, decided: [520, 541] },
  { name: 'G22', about: 'operation settings', from: 543, to: 567, decided: [] },
  { name: 'G23', about: 'other settings', from: 568, to: 582, decided: [569] },
  { name: 'G24', about: 'paging of lists', from: 583, to: 595, decided: [584, 589, 590, 594] },
  { name: 'G25', about: 'phones', from: 596, to: 602, decided: [602] },
  { name: 'G26', about: 'roles', from: 603, to: 610, decided: [609] },
  {
    name: 'G27',
    about: 'the server behind it',
    from: 611,
    to: 654,
    decided: [614, 615, 616, 617, 618, 629, 635, 639, 645, 647, 648, 652],
  },
]

export const codeOf = (number: number): string => `C-${String(number).padStart(3, '0')}`
