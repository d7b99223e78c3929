/** By address or action: pinyin, its initials and English words. The names themselves come from the texts. */
const words: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '/': 'shouye sy home overview',
    '/chat': 'liaotian lt chat',
    '/playground': 'caolianchang clc playground',
    '/channel': 'qudao qd channels upstream',
    '/channel/add': 'chuangjianqudao cjqd create new channel add',
    '/token': 'lingpai lp tokens keys',
    '/token/add': 'chuangjianlingpai cjlp create new token add',
    '/pricing': 'moxingyujiage mxyjg jiage jg models prices pricing',
    '/redemption': 'duihuanma dhm redemption codes',
    '/redemption/add': 'chuangjianduihuanma cjdhm create new redemption codes add',
    '/topup': 'chongzhi cz top-up balance',
    '/statement': 'yueduzhangdan ydzd zhangdan zd monthly statement bill',
    '/user': 'guanliyonghu glyh yonghu yh users accounts',
    '/user/add': 'tianjiayonghu tjyh create new user add',
    '/user/edit': 'gerenziliao grzl mima mm profile password',
    '/log': 'rizhi rz logs requests',
    '/dashboard': 'yibiaopan ybp dashboard',
    '/setting': 'shezhi sz settings',
    '/about': 'guanyu gy about',
    '/login': 'denglu dl sign-in log-in',
    '/register': 'zhuce zc register sign-up',
    'setting-operation': 'yunyingshezhi yysz operation settings',
    'setting-system': 'xitongshezhi xtsz system settings mail',
    'setting-other': 'qitashezhi qtsz other settings notice',
    theme: 'qiehuanzhuti qhzt zhuti zt theme dark light',
    language: 'qiehuanyuyan qhyy yuyan yy language english chinese',
    logout: 'tuichudenglu tcdl tuichu tc sign-out log-out',
  }),
)

export const wordsOf = (id: string): readonly string[] => (words.get(id) ?? '').split(' ').filter(Boolean)
