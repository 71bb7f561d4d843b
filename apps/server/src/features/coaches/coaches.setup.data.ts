import { sql } from 'drizzle-orm';
import type { CoachKey } from '../../core/tenancy/placement.ts';

/** Whether the coach has written a headline or a biography. */
export const hasProfileText = (coachId: CoachKey) =>
  sql<boolean>`exists (select 1 from coach_profiles p where p.coach_id = ${coachId}
    and (p.headline <> '' or p.bio <> ''))`;

/** Whether the coach shows a photo. */
export const hasProfilePhoto = (coachId: CoachKey) =>
  sql<boolean>`exists (select 1 from coach_profiles p where p.coach_id = ${coachId} and p.photo_file_id is not null)`;
