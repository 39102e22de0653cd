import type { ClubCard, ClubMe } from '../wire'

/** How one comes into a club. */
export type ClubJoining = ClubCard['joining']
export const JOINING: ClubJoining[] = ['open', 'request', 'code', 'invitation']

/** What a member may do. */
export type ClubRole = ClubMe['roles'][number]
