import type { CookieJar } from 'tough-cookie'
import type { Door, DoorRequest } from '../../host/net/door.ts'
import { isObject } from '../../rules/json.ts'
import type { KnownSecrets } from './known-secrets.ts'
import { spellings } from './secrets-inside.ts'

/** A door that tells the scrubber of the cookies each request takes out and brings back: services renew them, and not every renewal reaches the keystore. */
export function teachingDoor(door: Door, secrets: Pick<KnownSecrets, 'note'>): Door {
  return {
    async request(request) {
      noteCookies(request, secrets)
      try { return await door.request(request) } finally { noteCookies(request, secrets) }
    },
    stream: (request) => door.stream(request),
    close: () => door.close(),
  }
}

function noteCookies({ jar }: DoorRequest, secrets: Pick<KnownSecrets, 'note'>): void {
  for (const { key, domain, value } of cookiesOf(jar)) secrets.note(JSON.stringify(['cookie', domain, key]), spellings(value))
}

function cookiesOf(jar: CookieJar | undefined): readonly { readonly key: string; readonly domain: string; readonly value: string }[] {
  return (jar?.serializeSync()?.cookies ?? []).flatMap((cookie: unknown) => {
    if (!isObject(cookie)) return []
    const { key, domain, value } = cookie
    return typeof key === 'string' && typeof value === 'string' ? [{ key, domain: String(domain), value }] : []
  })
}
