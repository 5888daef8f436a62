import { definePlugin, defineTool, type Effect } from 'pku-harness/sdk'
import { z } from 'zod'

/**
 * A plugin of the test's own, bundled into its daemon in the treehole's place: a tool for each effect, whose act is one
 * request that the campus counts. The words sent tell the acts apart.
 */
export const actPath = '/web/act'

const act = (effect: Effect) => defineTool({
  description: { zh: '做一件事', en: 'Does one act' },
  effect, irreversible: effect === 'money' || effect === 'public',
  confirm: { zh: '做：{mark}', en: 'Do: {mark}' },
  input: z.strictObject({ mark: z.string().min(1).max(64) }),
  output: z.strictObject({ status: z.number() }),
  async run({ mark }, ctx) {
    const { status } = await ctx.services.campus.request(effect === 'read'
      ? { service: 'dean', path: '/web/notice.php', query: { mark } }
      : { service: 'dean', path: actPath, method: 'POST', form: { mark } })
    return { status }
  },
})

export default definePlugin({
  id: 'acts',
  version: '1.0.0',
  name: { zh: '测试', en: 'Test' },
  summary: { zh: '每种效果一个工具', en: 'A tool for each effect' },
  scopes: ['dean'],
  instructions: { zh: '只在测试里。', en: 'In a test alone.' },
  tools: { read: act('read'), write: act('write'), money: act('money'), public: act('public') },
})
