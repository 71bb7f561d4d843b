import { totalsOf } from '@stridewell/contract/foodlogs/foodlogs.rules';
import { addDays, dayInZone, instantAtWallClock } from '@stridewell/contract/time';
import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { users } from '../src/core/people/people.table.ts';
import { coachings } from '../src/core/relationships/coachings.table.ts';
import { foodDays, foodEntries } from '../src/features/foodlogs/foodlogs.table.ts';
import type { FileStore } from '../src/platform/files/store.ts';
import { DEMO_ZONE } from './demo-clients.ts';
import { type PhotoOwner, storePhoto } from './demo-photos.ts';
import type { OwnerDb } from './factories.ts';

/** Days with photos, up to today. Every fifth day has none. */
const DAYS = 14;

type Drawn = { name: string; table: string; plate: string; foods: string };

/** Meals from above, on a plate with its center at 0. */
const DISHES: Record<'breakfast' | 'lunch' | 'dinner', readonly Drawn[]> = {
  breakfast: [
    {
      name: 'Oats with berries',
      table: '#d9c7ae',
      plate: '#f5f8f5',
      foods: `<circle r="130" fill="#efe0c2"/><g fill="#3d4f8a"><circle cx="-40" cy="-30" r="17"/><circle cx="5" cy="-52" r="16"/>
        <circle cx="38" cy="-20" r="17"/></g><g fill="#d1443f"><circle cx="-20" cy="35" r="22"/><circle cx="42" cy="40" r="20"/></g>`,
    },
    {
      name: 'Eggs on toast',
      table: '#c3ccd3',
      plate: '#ffffff',
      foods: `<rect x="-110" y="-80" width="220" height="160" rx="26" fill="#b98b4e"/><circle cx="-45" r="52" fill="#fffdf4"/>
        <circle cx="-45" r="22" fill="#f2b233"/><circle cx="55" cy="6" r="50" fill="#fffdf4"/><circle cx="55" cy="6" r="21" fill="#f2b233"/>`,
    },
  ],
  lunch: [
    {
      name: 'Chicken, rice and broccoli',
      table: '#8c7158',
      plate: '#f2efe8',
      foods: `<ellipse cx="-50" cy="-30" rx="80" ry="52" fill="#fdfaf0"/><ellipse cx="60" cy="-30" rx="62" ry="44" fill="#cf9a5b"/>
        <g fill="#3f8f4f"><circle cx="-30" cy="65" r="30"/><circle cx="15" cy="78" r="27"/><circle cx="50" cy="55" r="28"/></g>`,
    },
    {
      name: 'Lentil salad',
      table: '#dfe5df',
      plate: '#27324a',
      foods: `<circle r="118" fill="#7d6a3a"/><g fill="#d1443f"><rect x="-60" y="-40" width="34" height="24"/><rect x="20" y="30" width="34" height="24"/></g>
        <g fill="#fdfaf0"><rect x="-10" y="-70" width="36" height="36"/><rect x="-65" y="30" width="34" height="34"/><rect x="55" y="-30" width="32" height="32"/></g>`,
    },
  ],
  dinner: [
    {
      name: 'Salmon and potatoes',
      table: '#5c6b62',
      plate: '#fbfaf7',
      foods: `<path d="M-120 -30Q-30 -100 110 -50Q60 10 -110 10Z" fill="#e98a6a"/><g fill="#efd58f"><circle cx="-60" cy="65" r="34"/>
        <circle cx="5" cy="80" r="32"/></g><g fill="#4f9a55"><rect x="45" y="40" width="80" height="12" rx="6"/><rect x="45" y="60" width="74" height="12" rx="6"/></g>`,
    },
    {
      name: 'Pasta with tomato sauce',
      table: '#d9c7ae',
      plate: '#f5f8f5',
      foods: `<circle r="120" fill="#ecd08a"/><path d="M-90 0Q0 -60 90 0M-80 40Q0 -20 84 44" stroke="#d9b868" stroke-width="12" fill="none"/>
        <circle r="62" fill="#c5412f"/><g fill="#3f8f4f"><ellipse cx="-8" cy="-6" rx="20" ry="10"/><ellipse cx="16" cy="12" rx="18" ry="9"/></g>`,
    },
  ],
};

/** When each meal is photographed, in minutes of the day. */
const MEALS = [
  { meal: 'Breakfast', minute: 470, dishes: DISHES.breakfast },
  { meal: 'Lunch', minute: 755, dishes: DISHES.lunch },
  { meal: 'Dinner', minute: 1155, dishes: DISHES.dinner },
] as const;

const drawingOf = ({ table, plate, foods }: Drawn, angle: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="${table}"/>
    <g transform="translate(320 240) rotate(${angle})"><circle cx="8" cy="10" r="196" fill="#10201b" opacity=".16"/>
    <circle r="194" fill="${plate}"/><circle r="158" fill="#10201b" opacity=".05"/>${foods}</g></svg>`;

type Photo = { meal: string; at: Date; dish: Drawn; angle: number };

/** The meals of a day that the client photographed, up to `now`. Some are forgotten. */
function photosOn(day: string, ago: number, now: Date): Photo[] {
  if (ago % 5 === 4) return [];
  return MEALS.flatMap(({ meal, minute, dishes }, index) => {
    const at = instantAtWallClock(day, minute, DEMO_ZONE);
    const dish = dishes[(ago + index) % dishes.length];
    const isForgotten = (ago + index) % 3 === 0;
    return dish && !isForgotten && at <= now ? [{ meal, at, dish, angle: 17 * ago + 40 * index }] : [];
  });
}

/** Photos of meals have no figures. */
const WITHOUT_FIGURES = { kind: 'photo', quantity: null, nutrients: null, deleted: false } as const;

async function seedDay(
  db: OwnerDb,
  store: FileStore,
  { day, photos, owner }: { day: string; photos: readonly Photo[]; owner: PhotoOwner },
): Promise<void> {
  const { coachId, clientId } = owner;
  const of = { coachId, clientId, day };
  const rows: (typeof foodEntries.$inferInsert)[] = [];
  for (const { meal, at, dish, angle } of photos) {
    const photo = { name: 'Meal.webp', svg: drawingOf(dish, angle), at };
    const fileId = await storePhoto(db, store, { ...owner, ...photo });
    const times = { loggedAt: at, changedAt: at, arrivedAt: at };
    rows.push({ ...of, ...times, id: uuidv7(), kind: 'photo', meal, name: dish.name, fileId, deleted: false });
  }
  const last = photos.at(-1)?.at;
  if (!last) return;
  const changed = { statusChangedAt: last, noteChangedAt: last, updatedAt: last };
  const totals = totalsOf(photos.map(() => WITHOUT_FIGURES));
  await db.insert(foodDays).values({ ...of, ...totals, ...changed, status: null, note: '' });
  await db.insert(foodEntries).values(rows);
}

/** Seeds two weeks of photos for the demo's client who logs meals with them. */
export async function seedMealPhotos(db: OwnerDb, store: FileStore, now: Date): Promise<void> {
  const [owner] = await db
    .select({ coachId: coachings.coachId, clientId: coachings.clientId, personId: users.id })
    .from(coachings)
    .innerJoin(users, eq(users.id, coachings.userId))
    .where(and(eq(users.isDemo, true), eq(coachings.nutritionWay, 'photos')));
  if (!owner) return;
  const today = dayInZone(now, DEMO_ZONE);
  for (let ago = DAYS - 1; ago >= 0; ago -= 1) {
    const day = addDays(today, -ago);
    await seedDay(db, store, { day, photos: photosOn(day, ago, now), owner });
  }
}
