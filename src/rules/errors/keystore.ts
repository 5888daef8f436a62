import { hints } from './hints.ts'
import type { ErrorTable } from './table.ts'

/**
 * Errors of the keystore: five states of the keychain, each with its own remedy, and what can be wrong with one secret.
 * `reason` is one of the closed words of `host/keystore/outcome.ts`; no text of the keychain's own stands in it.
 */
export const keystoreErrors = {
  KEYSTORE_LOCKED: {
    exit: 'keystore', zh: '系统密钥库已锁定', en: 'The system keychain is locked',
    hint: { zh: '解锁密钥库后再试（通过 SSH 登录时它常常是锁着的）；保存的内容都还在', en: 'Unlock the keychain and try again (over SSH it is often locked); everything kept in it is still there' },
  },
  KEYSTORE_UNAVAILABLE: {
    exit: 'keystore', zh: '装不上系统密钥库：后端 os 不可用（{reason}）', en: 'The system keychain cannot be loaded: backend os is not available ({reason})',
    hint: {
      zh: 'Debian/Ubuntu 上运行 apt install libsecret-1-0 gnome-keyring，然后重装 pku-harness；或者用口令加密的文件：pkuh keystore init --backend vault',
      en: 'On Debian or Ubuntu run apt install libsecret-1-0 gnome-keyring, then reinstall pku-harness; or use a file sealed by a passphrase: pkuh keystore init --backend vault',
    },
  },
  KEYSTORE_DENIED: {
    exit: 'keystore', zh: '系统密钥库拒绝了访问（{reason}）', en: 'The system keychain refused access ({reason})',
    hint: { zh: '在密钥库的提示里选择允许，再试一次', en: 'Choose allow in the keychain’s own prompt and try again' },
  },
  KEYSTORE_DEAD: {
    exit: 'keystore', zh: '系统密钥库没有运行（{reason}）', en: 'The system keychain is not running ({reason})',
    hint: {
      zh: '在桌面会话里运行；没有桌面的机器上用口令加密的文件：pkuh keystore init --backend vault；不会改用明文保存',
      en: 'Run inside a desktop session; on a machine without one use a file sealed by a passphrase: pkuh keystore init --backend vault; nothing is kept in plain text instead',
    },
  },
  KEYSTORE_TIMED_OUT: {
    exit: 'keystore', zh: '系统密钥库 {ms} 毫秒内没有回答', en: 'The system keychain did not answer within {ms} ms',
    hint: { zh: '看看桌面上是否有等待回答的解锁窗口', en: 'See whether an unlock window waits for an answer on the desktop' },
  },
  KEYSTORE_ABSENT: {
    exit: 'signIn', zh: '密钥库里没有保存 {secret}', en: 'No {secret} is kept in the keystore',
    hint: hints.signIn,
  },
  KEYSTORE_WRITE_FAILED: {
    exit: 'keystore', zh: '写进密钥库的 {secret} 读回来不一样', en: 'The {secret} written to the keystore reads back differently',
    hint: { zh: '没有保存成功。运行 pkuh doctor 检查密钥库', en: 'It was not kept. Check the keychain with pkuh doctor' },
  },
  KEYSTORE_DAMAGED: {
    exit: 'keystore', zh: '密钥库里的 {secret} 不是本程序写的样子', en: 'The {secret} in the keystore is not as this program wrote it',
    hint: { zh: '重新登录会写入新的', en: 'Signing in again writes a new one' },
  },
  KEYSTORE_INDEX_DAMAGED: {
    exit: 'keystore', zh: '密钥库的名称索引 {path} 读不了', en: 'The keystore’s index of names {path} cannot be read',
    hint: { zh: '索引里没有秘密。把它移走后重新登录', en: 'It holds no secrets. Move it away and sign in again' },
  },
  KEYSTORE_VAULT_LOCKED: {
    exit: 'keystore', zh: '保险库锁着', en: 'The vault is locked',
    hint: { zh: '运行 pkuh keystore unlock，输入口令；保存的内容都还在', en: 'Run pkuh keystore unlock and type the passphrase; everything kept in it is still there' },
  },
  KEYSTORE_VAULT_MISSING: {
    exit: 'keystore', zh: '还没有保险库 {path}', en: 'There is no vault {path} yet',
    hint: { zh: '运行 pkuh keystore init --backend vault 建立一个；如果原来有，请从备份里放回去', en: 'Make one with pkuh keystore init --backend vault; if there was one, put it back from a backup' },
  },
  KEYSTORE_VAULT_THERE: {
    exit: 'keystore', zh: '已经有保险库 {path}，没有改动它', en: 'There is a vault {path} already; it is as it was',
    hint: { zh: '运行 pkuh keystore unlock 用它；不要了就自己把它移走', en: 'Use it with pkuh keystore unlock; move it away yourself if it is not wanted' },
  },
  KEYSTORE_VAULT_UNSAFE: {
    exit: 'keystore', zh: '{path} 不能当保险库用（{reason}），没有读它', en: '{path} cannot be used as a vault ({reason}) and was not read',
    hint: { zh: '它必须是属于你的普通文件；检查后移走它', en: 'It has to be a plain file of your own; look at it and move it away' },
  },
  KEYSTORE_VAULT_DAMAGED: {
    exit: 'keystore', zh: '保险库 {path} 坏了（{reason}），没有改动它', en: 'The vault {path} is damaged ({reason}); it is as it was',
    hint: { zh: '从备份里恢复；没有备份就移走它，再运行 pkuh keystore init --backend vault 和 pkuh login', en: 'Restore it from a backup; without one move it away, then run pkuh keystore init --backend vault and pkuh login' },
  },
  KEYSTORE_VAULT_VERSION: {
    exit: 'keystore', zh: '保险库 {path} 是第 {version} 版的格式，这个程序不认识', en: 'The vault {path} is of format {version}, which this program does not know',
    hint: { zh: '更新 pku-harness', en: 'Update pku-harness' },
  },
  KEYSTORE_VAULT_BUSY: {
    exit: 'keystore', zh: '另一个进程正在写保险库', en: 'Another process is writing the vault',
    hint: hints.later,
  },
  KEYSTORE_VAULT_FULL: {
    exit: 'keystore', zh: '保险库满了（16 MiB）', en: 'The vault is full (16 MiB)',
    hint: { zh: '退出不用的账号：pkuh accounts，pkuh logout --user', en: 'Sign out of accounts that are not used: pkuh accounts, pkuh logout --user' },
  },
  KEYSTORE_PASSPHRASE_WRONG: {
    exit: 'keystore', zh: '口令不对，保险库没有打开', en: 'The passphrase is wrong; the vault was not opened',
    hint: { zh: '再试一次；忘了口令就没有办法取回内容', en: 'Try again; without the passphrase nothing can be got back' },
  },
  KEYSTORE_PASSPHRASE_NEEDED: {
    exit: 'keystore', zh: '需要保险库的口令', en: 'The vault’s passphrase is needed',
    hint: { zh: '在终端里输入，或用 --passphrase-fd、--passphrase-command 给出；不能写在命令行或环境变量里', en: 'Type it at a terminal, or give it by --passphrase-fd or --passphrase-command; it never stands on the line or in the environment' },
  },
  KEYSTORE_PASSPHRASE_SHORT: {
    exit: 'usage', zh: '口令太短，至少 {least} 个字', en: 'The passphrase is too short: {least} characters at least',
    hint: { zh: '几个不相干的词就很好', en: 'A few unrelated words are good' },
  },
  KEYSTORE_PASSPHRASES_DIFFER: {
    exit: 'usage', zh: '两次输入的口令不一样', en: 'The two passphrases differ',
    hint: { zh: '什么都没有改动，再来一次', en: 'Nothing was changed; do it again' },
  },
  KEYSTORE_NO_PASSPHRASE: {
    exit: 'usage', zh: '密钥库 {backend} 没有口令', en: 'The keystore {backend} has no passphrase',
    hint: {
      zh: 'os 由系统自己的密钥库管理（换登录密码或钥匙串密码），memory 不写到任何地方；只有 vault 有口令。要换校园密码，运行 pkuh login',
      en: 'os is the system’s own keychain (change its or your login’s password there), memory is written nowhere; only vault has one. For another campus password run pkuh login',
    },
  },
  KEYSTORE_BACKEND: {
    exit: 'usage', zh: '配置 {profile} 不能用密钥库 {backend}', en: 'The profile {profile} does not have the keystore {backend}',
    hint: { zh: '用 os（系统密钥库）或 vault（口令加密的文件）', en: 'Use os (the system keychain) or vault (a file sealed by a passphrase)' },
  },
  KEYSTORE_CLOSED: {
    exit: 'daemon', zh: '密钥库已经关闭', en: 'The keystore is closed',
    hint: hints.stopping,
  },
} as const satisfies ErrorTable
