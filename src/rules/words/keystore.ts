import type { WordTable } from './say.ts'

/** The keystore's commands and the lock. */
export const keystoreWords = {
  entries: { zh: '保存了 {count} 项', en: '{count} entries kept' },
  remedy: { zh: '可以这样做：{hint}', en: 'What to do: {hint}' },
  idle: { zh: '{minutes} 分钟没有人连接就自己锁上', en: 'locks itself after {minutes} minutes without a client' },
  neverIdle: { zh: '不会因为没有人而锁上', en: 'does not lock for nobody being there' },
  lockedByPerson: { zh: '你锁的（pkuh keystore unlock）', en: 'locked by you (pkuh keystore unlock)' },
  lockedByIdle: { zh: '没有人连接，自己锁的', en: 'locked itself, as nobody was there' },
  chosen: { zh: '密钥库选定为 {backend}', en: 'The keystore is {backend}' },
  left: { zh: '原来的密钥库里还有 {count} 项，没有动；要用请重新登录', en: '{count} entries stay in the keystore before, untouched; sign in again to use them here' },
  vaultMade: { zh: '保险库建好并打开了。口令不存在任何地方：忘了就打不开', en: 'The vault is made and open. The passphrase is kept nowhere: without it nothing opens' },
  locked: { zh: '已锁定：密钥、cookie 和令牌都离开了内存', en: 'Locked: keys, cookies and tokens have left memory' },
  unlocked: { zh: '已解锁', en: 'Unlocked' },
  rotated: { zh: '保险库换了口令，内容都在；旧口令不再有用', en: 'The vault has another passphrase and the same content; the old one opens nothing' },
  passphrase: { zh: '保险库的口令（不会显示）：', en: 'The vault’s passphrase (not shown): ' },
  newPassphrase: { zh: '新口令，至少 8 个字（不会显示）：', en: 'A passphrase, 8 characters or more (not shown): ' },
  again: { zh: '再输入一次：', en: 'Once more: ' },
} as const satisfies WordTable

/** The approval PIN. */
export const pinWords = {
  prompt: { zh: '批准 PIN（不会显示；直接回车就不批准）：', en: 'Approval PIN (not shown; Enter alone approves nothing): ' },
  current: { zh: '现在的 PIN（不会显示）：', en: 'The PIN as it is (not shown): ' },
  next: { zh: '新 PIN，4 到 12 位数字（不会显示）：', en: 'A PIN of 4 to 12 digits (not shown): ' },
  again: { zh: '再输入一次：', en: 'Once more: ' },
  set: { zh: 'PIN 设好了：付钱、公开、不能撤回的操作和授权都要输入它', en: 'The PIN is set: what costs, is public or final, and grants, need it' },
  cleared: { zh: 'PIN 删除了', en: 'The PIN is gone' },
  isSet: { zh: '设置了批准 PIN', en: 'An approval PIN is set' },
  notSet: { zh: '没有设置批准 PIN（pkuh pin set）；没有它，在终端里只是方便，不是界限', en: 'No approval PIN is set (pkuh pin set); without one, being at a terminal is convenience and no boundary' },
  offer: {
    zh: '可以设一个批准 PIN：付钱、公开、不能撤回的操作和授权都要输入它，这样别的程序冒充你在终端里也批准不了。直接回车就不设（以后用 pkuh pin set）',
    en: 'You can set an approval PIN: what costs, is public or final, and grants, then need it, so that a program that plays you at a terminal approves nothing. Enter alone sets none (later: pkuh pin set)',
  },
} as const satisfies WordTable
