/** The campus services that are signed in to, by id, for a line that is read before there is a daemon; the others are open to all. */
export const signInServices = ['portal', 'treehole', 'course', 'elective', 'card', 'shuttle', 'rooms', 'finance'] as const
