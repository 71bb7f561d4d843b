import type { DemoClient } from './demo-clients.ts';

/** Names for the clients of the coaches whose clients are not written by hand. */
const NAMES = [
  'Ava Collins',
  'Ben Fischer',
  'Camila Rossi',
  'Dylan Murphy',
  'Esme Laurent',
  'Felix Braun',
  'Gia Moretti',
  'Hugo Almeida',
  'Iris Johansson',
  'Jack Sullivan',
  'Keira Walsh',
  'Liam Novotny',
  'Mina Farouk',
  'Nils Berg',
  'Olivia Grant',
  'Pablo Ortiz',
  'Quinn Harper',
  'Rosa Silva',
  'Stefan Meier',
  'Tara Quigley',
  'Umar Aziz',
  'Vera Kovacs',
  'Will Thornton',
];
const GOALS = [
  'Lose 6 kg and feel lighter',
  'Run 10 km without a break',
  'Squat my own weight',
  'Sleep better and move daily',
  'Get strong for a ski season',
];

const MEN: ReadonlySet<string> = new Set(
  ['Ben Fischer', 'Dylan Murphy', 'Felix Braun', 'Hugo Almeida', 'Jack Sullivan', 'Liam Novotny', 'Nils Berg'].concat([
    'Pablo Ortiz',
    'Stefan Meier',
    'Umar Aziz',
    'Will Thornton',
  ]),
);

const startOf = (index: number) => 62 + ((index * 7) % 34);
/** Goals by index. The first one names a weight in kilograms. */
const goalOf = (index: number) => ({
  goal: GOALS[index % GOALS.length] ?? '',
  ...(index % GOALS.length === 0 && { goalKg: startOf(index) - 6 }),
});

/** `size` clients of the coach named `of`. The same arguments give the same clients. */
export const castOf = (of: string, size: number, courses: readonly Partial<DemoClient>[] = []): DemoClient[] =>
  NAMES.slice(0, size).map((name, index) => ({
    name,
    email: `${name.toLowerCase().replace(' ', '.')}.${of}@example.com`,
    gender: MEN.has(name) ? 'male' : 'female',
    ...goalOf(index),
    months: 1 + ((index * 5) % 6),
    startKg: startOf(index),
    weeklyKg: index % GOALS.length === 0 ? -0.2 : -0.1 * ((index % 4) + 1),
    adherence: 80 + ((index * 3) % 16),
    ...courses[index],
  }));
