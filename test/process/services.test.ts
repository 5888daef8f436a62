import { expect, it } from 'vitest'
import { openStage } from '../journeys/stage.ts'

it('pkuh services says how each service stands and why, what is none and the reason, in both languages and as one document', async () => {
  await using stage = await openStage()
  await stage.pkuh(['login', '--user', '2500000001', '--password-stdin', '--no-remember'], { input: 'correct-horse-01\n' })
  stage.campus.switches.expire = ['portal']
  await stage.pkuh(['call', 'grades.list'])
  const zh = (await stage.pkuh(['services'])).stdout
  expect(zh).toMatch(/^dean +无需登录$/m)
  expect(zh).toMatch(/^course +未登录$/m)
  expect(zh).toMatch(/^finance +未登录$/m)
  expect(zh).toMatch(/^portal +已失效 +门户的跳转到了登录页$/m)
  expect(zh).toMatch(/^library-account +不提供 +登录要经明文 http/m)
  expect((await stage.pkuh(['--lang', 'en', 'services'])).stdout).toMatch(/^its +not available +the network fee has a password of its own/m)
  expect(await stage.pkuh(['login', '--user', '2500000001', '--service', 'finance', '--password-stdin', '--no-remember'], { input: 'correct-horse-01\n' })).toMatchObject({ code: 0 })
  expect((await stage.pkuh(['services'])).stdout).toMatch(/^finance +已登录/m)
  const { doc } = await stage.json(['services'])
  expect(doc).toMatchObject({ ok: true, data: { services: expect.arrayContaining([{ service: 'portal', state: 'ended', why: { sign: 'jump' } }]), unavailable: expect.arrayContaining([{ service: 'its', why: expect.any(String) }]) } })
})
