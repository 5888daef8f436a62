import { Option } from 'commander'
import { newShapes, type Shape } from '../../plugins/author/new-shapes.ts'
import type { Group } from '../cli/build-command.ts'

/** `plugin new | lint | run | record | test | pack`. What they need is loaded when one of them runs. */
export function addAuthor({ command, cli, does }: Group): void {
  command.command('new [id]').option('--name <name>').option('--name-en <name>').option('--page <url>').addOption(new Option('--shape <shape>').choices([...newShapes])).option('--to <folder>')
    .action(does(async (id: string | undefined, options: NewOptions) => (await import('./new.ts')).newCommand(id, options, cli)))
  command.command('lint <path>').option('--fix').option('--sarif').option('--official')
    .action(does(async (path: string, options: LintOptions) => (await import('./lint.ts')).lintCommand(path, options, cli)))
  // Behind the folder, the words are the tool's as much as ours: `take-options` tells them apart.
  command.command('run <path> [tool] [arguments...]').option('--trace').option('--fixture <name>').option('--official').allowUnknownOption().passThroughOptions()
    .action(does(async (path: string, tool: string | undefined, words: string[], options: RunOptions) => (await import('./run.ts')).runCommand(path, [...(tool === undefined ? [] : [tool]), ...words], options, cli)))
  command.command('record <path> [tool] [arguments...]').option('--name <name>').allowUnknownOption().passThroughOptions()
    .action(does(async (path: string, tool: string | undefined, words: string[], options: RecordOptions) => (await import('./record.ts')).recordCommand(path, [...(tool === undefined ? [] : [tool]), ...words], options, cli)))
  command.command('test <path>').option('--mutate').option('--junit <file>').option('--update').option('--official')
    .action(does(async (path: string, options: TestOptions) => (await import('./test.ts')).testCommand(path, options, cli)))
  command.command('pack <path>').option('--file <file>')
    .action(does(async (path: string, options: { file?: string }) => (await import('./pack.ts')).packCommand(path, options, cli)))
}

export interface NewOptions { readonly name?: string; readonly nameEn?: string; readonly page?: string; readonly shape?: Shape; readonly to?: string }
export interface LintOptions { readonly fix?: true; readonly sarif?: true; readonly official?: true }
export interface RunOptions { readonly trace?: true; readonly fixture?: string; readonly official?: true }
export interface RecordOptions { readonly name?: string }
export interface TestOptions { readonly mutate?: true; readonly junit?: string; readonly update?: true; readonly official?: true }

export const trustOf = ({ official }: { readonly official?: true }): 'official' | 'community' => (official ? 'official' : 'community')
