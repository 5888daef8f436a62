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
    hint: { zh: 'Debian/Ubuntu 上运行 apt install libsecret-1-0 gnome-keyring，然后重装 pku-harness；只想试用，可以用 --profile sim', en: 'On Debian or Ubuntu run apt install libsecret-1-0 gnome-keyring, then reinstall pku-harness; to try it without one, use --profile sim' },
  },
  KEYSTORE_DENIED: {
    exit: 'keystore', zh: '系统密钥库拒绝了访问（{reason}）', en: 'The system keychain refused access ({reason})',
    hint: { zh: '在密钥库的提示里选择允许，再试一次', en: 'Choose allow in the keychain’s own prompt and try again' },
  },
  KEYSTORE_DEAD: {
    exit: 'keystore', zh: '系统密钥库没有运行（{reason}）', en: 'The system keychain is not running ({reason})',
    hint: { zh: '在桌面会话里运行，或用 dbus-run-session 启动一个带 gnome-keyring 的会话；不会改用明文保存', en: 'Run inside a desktop session, or start one with gnome-keyring under dbus-run-session; nothing is kept in plain text instead' },
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
  KEYSTORE_CLOSED: {
    exit: 'daemon', zh: '密钥库已经关闭', en: 'The keystore is closed',
    hint: hints.stopping,
  },
} as const satisfies ErrorTable
