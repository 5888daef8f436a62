import { definePlugin, defineTool, type PluginSpec, ToolFailure } from 'pku-harness/sdk'
import { z } from 'zod'

/** What the host does for these tools. Neither installs anything. */
export interface PluginsHost {
  /** Notes a link for the person to review; nothing is fetched. Undefined for what is no such link. */
  propose(link: string): { readonly link: string; readonly waiting: number } | undefined
  /** Puts a draft into a folder of its own and checks it; `kept` is where the folder of before went, if the person had changed it. */
  draft(id: string, files: Readonly<Record<string, string>>): { readonly folder: string; readonly problems: readonly string[]; readonly kept?: string }
}

const id = z.string().regex(/^[a-z][a-z0-9-]{1,31}$/)
const fileName = z.string().regex(/^(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}\/){0,3}[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/)

/** The assistant may propose a plugin and draft one; the person alone reviews and installs (seed 000). */
export const pluginsPlugin = (host: PluginsHost): PluginSpec => definePlugin({
  id: 'plugins',
  version: '1.0.0',
  name: { zh: '插件', en: 'Plugins' },
  summary: { zh: '提议安装插件，起草插件', en: 'Proposes plugins to install, and drafts them' },
  core: true,
  scopes: [],
  instructions: {
    zh: '你不能安装插件：install 只记下链接，由用户在终端里审阅后决定。draft 只写草稿。',
    en: 'You cannot install a plugin: install only notes a link, which the user reviews at a terminal and decides on. draft only writes a draft.',
  },
  tools: {
    install: defineTool({
      description: { zh: '提议安装一个插件。只记下链接；用户在终端里看过审阅页后自己决定', en: 'Proposes a plugin to install. It only notes the link; the user reads the review sheet at a terminal and decides' },
      effect: 'write',
      input: z.strictObject({ link: z.string().min(1).max(500).meta({ description: 'GitHub 文件夹的链接或 PLUGIN.md 的地址 link to a GitHub folder, or address of a PLUGIN.md' }) }),
      output: z.strictObject({ link: z.string(), waiting: z.number(), next: z.string() }),
      async run({ link }, ctx) {
        const noted = host.propose(link)
        if (!noted) throw new ToolFailure('invalid', ctx.lang === 'zh' ? '这不是能安装的链接' : 'this is no link that can be installed from')
        return { ...noted, next: 'pkuh plugin list' }
      },
    }),
    draft: defineTool({
      description: { zh: '起草一个插件文档：写进草稿文件夹并检查，不会安装', en: 'Drafts a plugin document: writes it to a folder of drafts and checks it; nothing is installed' },
      effect: 'write',
      input: z.strictObject({
        id: id.meta({ description: '插件名 name of the plugin' }),
        files: z.record(fileName, z.string().max(64 * 1024)).meta({ description: '文件名和内容，要有 PLUGIN.md file names and texts, PLUGIN.md among them' }),
      }),
      output: z.strictObject({ folder: z.string(), problems: z.array(z.string()), kept: z.string().optional() }),
      async run({ id, files }, ctx) {
        if (!Object.hasOwn(files, 'PLUGIN.md') || Object.keys(files).length > 20) throw new ToolFailure('invalid', ctx.lang === 'zh' ? '要有 PLUGIN.md，最多 20 个文件' : 'PLUGIN.md is needed, and at most 20 files')
        const names = Object.keys(files)
        if (names.some((name) => names.some((other) => other.startsWith(`${name}/`)))) throw new ToolFailure('invalid', ctx.lang === 'zh' ? '一个名字不能既是文件又是文件夹' : 'one name cannot be a file and a folder')
        const { problems, ...rest } = host.draft(id, files)
        return { ...rest, problems: [...problems] }
      },
    }),
  },
})
