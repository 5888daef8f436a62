import type { z } from 'zod'
import { type Exchange, readReply as read } from './exchange.ts'
import {
  type LoginReply, loginReply, type MobileAuthenReply, mobileAuthenReply, publicKeyReply, type QrReply, qrReply, showCodeReply, smsReply,
} from './replies.ts'

/** oauthlogin.do's form, without what the talk itself knows. Codes that are not needed are ''. */
export interface LoginForm {
  /** Base64 of the RSA ciphertext. */
  readonly password: string
  readonly randCode: string
  readonly smsCode: string
  readonly otpCode: string
  readonly trustDevice: boolean
}

/** Signing in one account over a session with IAAA. Each method is one request; none repeats itself. */
export interface Talk {
  openPage(): Promise<void>
  isCaptchaDue(): Promise<boolean>
  captchaImage(): Promise<{ readonly image: Uint8Array; readonly type: string }>
  /** Undefined when IAAA refuses the question (E07); its own page goes on then. */
  secondFactor(): Promise<MobileAuthenReply | undefined>
  sendSms(): Promise<z.output<typeof smsReply>>
  publicKey(): Promise<string>
  login(form: LoginForm): Promise<LoginReply>
  /** The picture of a new QR code, which this session is signed in by when the account's phone has scanned it. */
  qrImage(): Promise<Uint8Array>
  pollQr(): Promise<QrReply>
  /** The server's clock minus ours in milliseconds, from the latest Date header. */
  skewMs(): number | undefined
}

/**
 * Opens a talk. Its methods reject with the door's `NET_*`, or with `CAMPUS_UPSTREAM_ERROR` (`HTTP_<status>`,
 * `NOT_JSON`) when IAAA answers outside its own protocol.
 */
export function openTalk({ app, openPage, get, picture, post, skewMs }: Exchange, account: string): Talk {
  return {
    openPage,
    isCaptchaDue: async () => read(await get('isShowCode.do'), showCodeReply).success,
    async captchaImage() {
      const { bytes, headers } = await picture('servlet/DrawServlet')
      return { image: bytes, type: headers['content-type'] ?? 'application/octet-stream' }
    },
    async secondFactor() {
      const reply = read(await get('isMobileAuthen.do', { userName: account, appId: app.appId }), mobileAuthenReply)
      return reply.success ? reply : undefined
    },
    sendSms: async () => read(await get('sendSMSCode.do', { userName: account, appId: app.appId }), smsReply),
    async publicKey() {
      const reply = read(await get('getPublicKey.do'), publicKeyReply)
      return reply.key
    },
    login: async (form) => read(await post('oauthlogin.do', {
      appid: app.appId, userName: account, password: form.password, randCode: form.randCode, smsCode: form.smsCode,
      otpCode: form.otpCode, remTrustChk: String(form.trustDevice), redirUrl: app.redirUrl,
    }), loginReply),
    qrImage: async () => (await get('genQRCode.do', { userName: '', appId: app.appId })).bytes,
    pollQr: async () => read(await post('oauthlogin4QRCode.do', {
      appId: 'PKUApp', issuerAppId: 'iaaa', targetAppId: app.appId, redirectUrl: app.redirUrl,
    }), qrReply),
    skewMs,
  }
}
