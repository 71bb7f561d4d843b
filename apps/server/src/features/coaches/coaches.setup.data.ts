import { sql } from 'drizzle-orm';

/** Whether the coach of a row of `coaches` has written a headline or a biography. */
export const hasProfileText = sql<boolean>`exists (select 1 from coach_profiles p where p.coach_id = coaches.id
  and (p.headline <> '' or p.bio <> ''))`;

/** Whether the coach of a row of `coaches` shows a photo. */
export const hasProfilePhoto = sql<boolean>`exists (select 1 from coach_profiles p where p.coach_id = coaches.id
  and p.photo_file_id is not null)`;
