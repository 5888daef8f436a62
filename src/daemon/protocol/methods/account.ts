import { z } from 'zod'
import { method } from '../method.ts'
import { id } from '../shapes.ts'

const account = z.string().regex(/^[A-Za-z0-9]{1,32}$/)

export const accountMethods = {
  /**
   * `password` is used once and never kept here; without it the stored one is used. Codes are asked for as `prompt`. `service`: the portal without
   * one. `qr`: by a QR code that the push `sign-in` shows, with no password.
   * `trustDevice`: asks IAAA to remember this device (`remTrustChk`), for a connection that may act for the person alone.
   */
  'login': method({
    capability: 'call',
    params: z.strictObject({ account: account.optional(), password: z.string().min(1).max(1024).optional(), remember: z.boolean(), service: id.optional(), qr: z.boolean().optional(), trustDevice: z.boolean().optional() }),
    /** `stillWanted`: a further check of a service that was not passed, as the error that it ends in. */
    result: z.object({
      account: z.string(), skewMs: z.number().optional(),
      stillWanted: z.array(z.object({ service: z.string(), code: z.string(), message: z.string(), hint: z.string() })).optional(),
    }),
  }),
  /** Answers a prompt of this connection's own login; without a value the person gave none. */
  'prompt.answer': method({
    capability: 'call',
    params: z.strictObject({ id, value: z.string().max(64).optional() }),
    result: z.object({ taken: z.boolean() }),
  }),
  'logout': method({
    capability: 'call',
    params: z.strictObject({ account: account.optional() }),
    /** `left`: the accounts that are still here, where none is current any more. */
    result: z.object({ account: z.string(), left: z.array(z.string()).optional() }),
  }),
  'accounts': method({
    capability: 'call',
    params: z.strictObject({}),
    result: z.object({ accounts: z.array(z.object({ account: z.string(), current: z.boolean(), password: z.boolean() })) }),
  }),
  /** Makes one that is here the current one; nothing is sent. `signInNeeded`: neither a session nor a password of it is kept. */
  'accounts.use': method({
    capability: 'call',
    params: z.strictObject({ account }),
    result: z.object({ account: z.string(), changed: z.boolean(), before: z.string().optional(), signInNeeded: z.boolean() }),
  }),
  /** What `accounts.forget` would delete, by kind and name (a session's is its service's). */
  'accounts.kept': method({
    capability: 'call',
    params: z.strictObject({ account }),
    result: z.object({ account: z.string(), current: z.boolean(), kept: z.array(z.object({ kind: z.string(), name: z.string() })) }),
  }),
  /** Deletes all that is kept of it. Where it was the current one, none is: `left` are the others. */
  'accounts.forget': method({
    capability: 'call',
    params: z.strictObject({ account }),
    result: z.object({ account: z.string(), current: z.boolean(), left: z.array(z.string()) }),
  }),
  'services': method({
    capability: 'call',
    params: z.strictObject({}),
    result: z.object({
      services: z.array(z.object({
        service: z.string(), state: z.enum(['signed-in', 'signed-out', 'ended', 'public']), since: z.number().optional(),
        /** What showed that its session was over; and the error that the next request would end in, or a further check that is wanted. */
        why: z.object({
          sign: z.enum(['status', 'redirect', 'answer', 'jump', 'entrance', 'date']).optional(), code: z.string().optional(), message: z.string().optional(), hint: z.string().optional(),
        }).optional(),
      })),
    }),
  }),
}
