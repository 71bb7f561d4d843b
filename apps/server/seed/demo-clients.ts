/** The course of a demo client's half year, from which the seed makes check-ins. */
export type DemoClient = {
  name: string;
  email: string;
  gender: 'female' | 'male';
  age?: number;
  goal: string;
  /** The goal weight, if `goal` names one. */
  goalKg?: number;
  /** Months as a client. */
  months: number;
  startKg: number;
  /** Average change per week in kg; 0 for a plateau. */
  weeklyKg: number;
  /** Usual adherence in percent, and recent adherence. */
  adherence: number;
  lately?: number;
  /** Number of check-ins missed in a row up to now. */
  missed?: number;
  /** How many weeks ago one check-in was missed, and how many weeks ago a pause of two weeks began. */
  skipped?: number;
  away?: number;
};

export const DEMO_CLIENTS: readonly DemoClient[] = [
  {
    name: 'Maya Torres',
    email: 'demo.client@example.com',
    gender: 'female',
    goal: 'Lose 8 kg before the summer',
    goalKg: 70.4,
    months: 6,
    startKg: 78.4,
    weeklyKg: -0.22,
    adherence: 92,
  },
  {
    name: 'Jonas Weber',
    email: 'demo.client2@example.com',
    gender: 'male',
    goal: 'Run a first half marathon',
    months: 5,
    startKg: 84.1,
    weeklyKg: -0.2,
    adherence: 88,
    skipped: 6,
    away: 10,
  },
  {
    name: 'Priya Nair',
    email: 'client@example.com',
    gender: 'female',
    goal: 'Build strength after a desk year',
    months: 6,
    startKg: 61.5,
    weeklyKg: 0.06,
    adherence: 95,
  },
  {
    name: 'Marcus Reed',
    email: 'marcus.reed@example.com',
    gender: 'male',
    goal: 'Lose 15 kg and keep it off',
    goalKg: 93.2,
    months: 6,
    startKg: 108.2,
    weeklyKg: -0.42,
    adherence: 90,
  },
  {
    name: 'Elena Petrova',
    email: 'elena.petrova@example.com',
    gender: 'female',
    goal: 'First unassisted pull-up',
    months: 4,
    startKg: 66.8,
    weeklyKg: -0.1,
    adherence: 86,
  },
  {
    name: 'Tom Okafor',
    email: 'tom.okafor@example.com',
    gender: 'male',
    goal: 'Gain 5 kg of muscle',
    goalKg: 77.3,
    months: 5,
    startKg: 72.3,
    weeklyKg: 0.18,
    adherence: 84,
  },
  {
    name: 'Sofia Lindqvist',
    email: 'sofia.lindqvist@example.com',
    gender: 'female',
    goal: 'Back to training after a baby',
    months: 3,
    startKg: 74.9,
    weeklyKg: -0.25,
    adherence: 78,
  },
  {
    name: 'Daniel Kim',
    email: 'daniel.kim@example.com',
    gender: 'male',
    goal: 'Lower blood pressure',
    months: 6,
    startKg: 95.6,
    weeklyKg: -0.3,
    adherence: 81,
    missed: 3,
  },
  {
    name: 'Amara Diallo',
    email: 'amara.diallo@example.com',
    gender: 'female',
    goal: 'Deadlift 120 kg',
    months: 6,
    startKg: 70.2,
    weeklyKg: 0.02,
    adherence: 93,
  },
  {
    name: 'Luca Romano',
    email: 'luca.romano@example.com',
    gender: 'male',
    goal: 'Lose the last 4 kg',
    goalKg: 79,
    months: 5,
    startKg: 83.0,
    weeklyKg: 0,
    adherence: 91,
  },
  {
    name: 'Hannah Schmidt',
    email: 'hannah.schmidt@example.com',
    gender: 'female',
    goal: 'More energy at work',
    months: 4,
    startKg: 68.7,
    weeklyKg: -0.15,
    adherence: 88,
    lately: 61,
  },
  {
    name: 'Carlos Mendes',
    email: 'carlos.mendes@example.com',
    gender: 'male',
    goal: 'Prepare a sprint triathlon',
    months: 3,
    startKg: 79.5,
    weeklyKg: -0.18,
    adherence: 89,
  },
  {
    name: 'Grace Whitfield',
    email: 'grace.whitfield@example.com',
    gender: 'female',
    age: 62,
    goal: 'Stay strong at 62',
    months: 6,
    startKg: 71.1,
    weeklyKg: -0.05,
    adherence: 94,
  },
  {
    name: 'Yuki Tanaka',
    email: 'yuki.tanaka@example.com',
    gender: 'female',
    goal: 'Fix back pain, move daily',
    months: 2,
    startKg: 58.3,
    weeklyKg: 0.01,
    adherence: 76,
    missed: 1,
  },
  {
    name: 'Noah Bennett',
    email: 'noah.bennett@example.com',
    gender: 'male',
    goal: 'Lose 10 kg before the wedding',
    goalKg: 89.4,
    months: 4,
    startKg: 99.4,
    weeklyKg: -0.45,
    adherence: 85,
    lately: 66,
  },
];

export const DEMO_LEADS = [
  {
    name: 'Isabel Moreno',
    source: 'Instagram',
    status: 'new',
    daysAgo: 2,
    followUp: 0,
    notes: 'Wants to get back to running after her second child.',
  },
  {
    name: 'Peter Novak',
    source: 'Referral',
    status: 'new',
    daysAgo: 5,
    followUp: 1,
    notes: 'Works shifts, so he needs flexible times.',
  },
  {
    name: 'Rachel Adler',
    source: 'Google',
    status: 'pitched',
    daysAgo: 8,
    followUp: 2,
    notes: 'Compares with a gym membership. Send the example week.',
  },
  {
    name: 'Samuel Osei',
    source: 'Referral',
    status: 'pitched',
    daysAgo: 12,
    trial: true,
    followUp: 4,
    notes: 'Prepares for his first half marathon.',
  },
  {
    name: 'Chloe Martin',
    source: 'Instagram',
    status: 'pitched',
    daysAgo: 15,
    trial: true,
    followUp: 5,
    notes: 'Likes training outdoors.',
  },
  {
    name: 'Victor Hahn',
    source: 'Google',
    status: 'new',
    daysAgo: 18,
    followUp: 9,
    notes: 'Back from holidays next week.',
  },
  {
    name: 'Nadia Rahman',
    source: 'Facebook',
    status: 'pitched',
    daysAgo: 40,
    closed: true,
    notes: 'Asked for a discount.',
  },
  {
    name: 'Owen Clarke',
    source: 'Google',
    status: 'pitched',
    daysAgo: 66,
    closed: true,
    notes: 'Trains alone for now.',
  },
] as const;

/** Days from today, hour in the coach's time zone, index of the client. */
export const DEMO_SESSIONS = [
  { day: 0, hour: 9, client: 0, type: 'Strength session', location: 'Studio' },
  { day: 0, hour: 13, client: 3, type: 'Progress call', location: 'Video call' },
  { day: 0, hour: 18, client: 5, type: 'Strength session', location: 'Studio' },
  { day: 1, hour: 8, client: 1, type: 'Running technique', location: 'Riverside park' },
  { day: 2, hour: 17, client: 8, type: 'Strength session', location: 'Studio' },
  { day: 3, hour: 10, client: 12, type: 'Mobility session', location: 'Studio' },
  { day: 5, hour: 9, client: 2, type: 'Progress call', location: 'Video call' },
  { day: 6, hour: 16, client: 4, type: 'Strength session', location: 'Studio' },
] as const;

/** Session types of a demo coach. */
export const DEMO_SESSION_TYPES = [
  { name: 'Strength session', minutes: 60, location: 'Studio', color: 'pine', bookable: true },
  { name: 'Progress call', minutes: 30, location: 'Video call', color: 'blue', bookable: true },
  { name: 'Mobility session', minutes: 45, location: 'Studio', color: 'violet', bookable: true },
  { name: 'Running technique', minutes: 75, location: 'Riverside park', color: 'ember', bookable: false },
] as const;

/** Weekly sessions: weekday from Monday on, and minute of the day. */
export const DEMO_SERIES = [
  { weekday: 1, minute: 420, client: 6, type: 0 },
  { weekday: 1, minute: 1020, client: 7, type: 0 },
  { weekday: 2, minute: 450, client: 9, type: 2 },
  { weekday: 2, minute: 720, client: 10, type: 1 },
  { weekday: 3, minute: 420, client: 6, type: 0 },
  { weekday: 3, minute: 690, client: 11, type: 0 },
  { weekday: 4, minute: 1020, client: 13, type: 0 },
  { weekday: 4, minute: 780, client: 14, type: 1 },
  { weekday: 5, minute: 480, client: 1, type: 3 },
] as const;

export const DEMO_ZONE = 'America/Los_Angeles';
