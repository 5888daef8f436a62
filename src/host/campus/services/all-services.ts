import { campusCard } from './card.ts'
import { course } from './course.ts'
import { dean } from './dean.ts'
import { finance } from './finance.ts'
import { portal } from './portal.ts'
import { portalPublic } from './portal-public.ts'
import { publicSites } from './public-sites.ts'
import { elective } from './elective.ts'
import { rooms } from './rooms.ts'
import type { Service } from './service.ts'
import { shuttle } from './shuttle.ts'
import { treehole } from './treehole.ts'

/** The campus services there are, by id. The hosts are constants here: no setting re-points them. */
export const services: ReadonlyMap<string, Service> = new Map([portal, portalPublic, treehole, course, elective, campusCard, shuttle, rooms, finance, dean, ...publicSites].map((service) => [service.id, service]))
