/** The tools that ship, for completions where no daemon is up. A test compares it with the plugins. */
export const shippedTools: readonly string[] = [
  'campus-events.lectures', 'campus-events.upcoming', 'canteen.menu', 'classrooms.free', 'grades.list', 'memory.approve', 'memory.forget', 'memory.list', 'memory.save', 'memory.search', 'memory.show', 'notices.list', 'notices.read',
  'plugins.draft', 'plugins.install', 'shuttle.book', 'shuttle.cancel', 'shuttle.mine', 'shuttle.runs', 'treehole.post', 'treehole.read', 'treehole.search',
]
